package dev.escarole.web.app.local;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CatalogFetching;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.RowFetch;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Needs;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.BegunAddition;
import dev.escarole.web.app.command.CatalogEntry;
import dev.escarole.web.app.command.CatalogEntry.Attempt;
import dev.escarole.web.app.command.CatalogEntry.NeedsPicture;
import dev.escarole.web.app.command.CatalogList;
import dev.escarole.web.app.command.VerifiedCommand;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The catalogue on behalf of actors. Adding and verifying are audited. Thread-safe. */
public final class CatalogActions {

  private static final String ADD = "catalog.add";
  private static final String VERIFY = "command.verify";

  private final Installation service;

  CatalogActions(Installation service) {
    this.service = service;
  }

  private CatalogFetching catalog() {
    return service.engine().catalog();
  }

  /** The rows that have a text in name, commands or description. */
  CatalogList list(Actor actor, String text) {
    try {
      return new CatalogList(
          catalog().open().search(text).stream().map(this::entry).toList(),
          service.commands().mayChange(actor.principal()));
    } catch (CatalogException e) {
      throw refusal(e);
    }
  }

  /**
   * The row of this name.
   *
   * @throws RefusedException if there is none, with the nearest names
   */
  CatalogEntry entry(String name) {
    try {
      return entry(catalog().open().find(name));
    } catch (CatalogException e) {
      throw refusal(e);
    }
  }

  private CatalogEntry entry(CatalogRow row) {
    Attempt attempt = catalog().latest(row.name()).map(CatalogActions::attempt).orElse(null);
    return entry(row, service.engine().commands(), attempt);
  }

  /** A row as all faces show it. */
  public static CatalogEntry entry(
      CatalogRow row, CommandRegistry registry, @Nullable Attempt attempt) {
    Needs needs = row.needs();
    return new CatalogEntry(
        row.name(),
        row.kind().word(),
        row.about(),
        row.licence(),
        row.source().text(),
        row.commands(),
        row.own(),
        CatalogCommands.isAdded(row, registry),
        new NeedsPicture(needs.memoryBytes(), needs.fuel(), needs.wallClock().toMillis()),
        attempt);
  }

  private static Attempt attempt(RowFetch fetch) {
    RowFetch.State state = fetch.state();
    CatalogException problem = state.problem();
    return new Attempt(
        state.phase().name().toLowerCase(Locale.ROOT),
        state.what(),
        state.bytes(),
        state.of() < 0 ? null : state.of(),
        fetch.began(),
        state.ended(),
        problem == null ? null : problem.text(),
        problem == null ? null : problem.hint());
  }

  /**
   * Begins to add a row.
   *
   * @throws RefusedException if the policy does not let the actor do that, there is no such row, or
   *     a name of it is reserved
   */
  BegunAddition add(Actor actor, String name) {
    try {
      CatalogRow row = catalog().open().find(name);
      RowFetch begun = catalog().add(actor.principal(), name);
      service.acted(actor, ADD, begun.row());
      return new BegunAddition(begun.row(), row.commands(), begun.began());
    } catch (CommandRefusedException e) {
      throw refused(actor, ADD, name, CommandActions.refusal(e));
    } catch (CatalogException e) {
      throw refused(actor, ADD, name, refusal(e));
    }
  }

  /**
   * Verifies a command, on this thread.
   *
   * @throws RefusedException if there is no such command
   */
  VerifiedCommand verify(Actor actor, String name) {
    try {
      Command command = service.commands().find(name);
      boolean intact = service.engine().program(command).isPresent();
      List<VerifiedCommand.Proof> tests =
          intact
              ? catalog().prove(actor.principal(), command.name()).stream()
                  .map(CatalogActions::proof)
                  .toList()
              : List.of();
      service.acted(actor, VERIFY, command.name());
      return new VerifiedCommand(
          command.name(),
          command.artifact().toString(),
          intact ? null : "its program is missing, or differs from its hash",
          tests);
    } catch (CatalogException e) {
      throw refused(actor, VERIFY, name, refusal(e));
    } catch (RefusedException e) {
      throw refused(actor, VERIFY, name, e);
    }
  }

  private static VerifiedCommand.Proof proof(CatalogCommands.Proof proof) {
    return new VerifiedCommand.Proof(
        proof.arguments(),
        proof.problem().orElse(null),
        TimeUnit.NANOSECONDS.toMillis(proof.wallNanos()));
  }

  private RefusedException refused(Actor actor, String action, String name, RefusedException why) {
    service.refused(actor, action, name, why);
    return why;
  }

  private static RefusedException refusal(CatalogException e) {
    RefusalCode code =
        switch (e.reason()) {
          case NO_SUCH_ROW -> RefusalCode.NO_SUCH_ROW;
          case LANE_UNAVAILABLE -> RefusalCode.LANE_UNAVAILABLE;
          case BAD_CATALOG -> RefusalCode.BAD_CATALOG;
          case TOO_MANY -> RefusalCode.TOO_MANY_FETCHES;
          case FETCH_FAILED, WRONG_HASH, BAD_BUNDLE, NOT_A_PROGRAM, NOT_ADDED ->
              RefusalCode.NOT_A_PROGRAM;
        };
    return new RefusedException(code, e.text(), e.hint());
  }
}
