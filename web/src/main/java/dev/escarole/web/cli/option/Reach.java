package dev.escarole.web.cli.option;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The installation that a command works with: at a server, or over an engine that is opened here
 * for as long as the command takes. A command asks it and knows no more.
 */
public final class Reach implements AutoCloseable {

  private final Escarole escarole;
  private final String words;

  /** The engine that was opened here; null if somebody else has one. */
  private final @Nullable Engine engine;

  private Reach(Escarole escarole, String words, @Nullable Engine engine) {
    this.escarole = escarole;
    this.words = words;
    this.engine = engine;
  }

  /**
   * For a command that looks at what is stored, or clears it up; creates nothing.
   *
   * @throws UsageException if nothing was ever stored there
   */
  public static Reach open(Console console, RunsPlace place, ServerOption server) {
    return open(console, place, server, () -> place.looking(console));
  }

  /** For one that lets runs go on here: with an engine as the options say. */
  public static Reach open(
      Console console, RunsPlace place, ServerOption server, FollowOptions follow) {
    return open(
        console,
        place,
        server.refusing(follow::refuseAtServer),
        () -> follow.options(place.existing(console)));
  }

  /** For one that looks at the audit, which is there before anything was run. */
  public static Reach openForAudit(Console console, RunsPlace place, ServerOption server) {
    return open(console, place, server, () -> place.auditing(console));
  }

  private static Reach open(
      Console console, RunsPlace place, ServerOption server, Supplier<EngineOptions> options) {
    RemoteEscarole remote = server.escarole(console);
    if (remote != null) {
      return there(remote);
    }
    Engine engine = Engine.open(options.get());
    Actor actor = new Actor(Principal.localOperator(), "command line", true);
    Escarole escarole = new Installation(engine, console.clock()).as(actor);
    return new Reach(escarole, place.inWords(console), engine);
  }

  /**
   * For one that only the process can carry out that holds the run.
   *
   * @param missing says what is wrong if no server was named
   * @throws UsageException if none was
   */
  public static Reach there(
      Console console, ServerOption server, Supplier<UsageException> missing) {
    RemoteEscarole remote = server.escarole(console);
    if (remote == null) {
      throw missing.get();
    }
    return there(remote);
  }

  /** The installation at a server. */
  public static Reach there(RemoteEscarole remote) {
    return new Reach(remote, remote.inWords(), null);
  }

  public Escarole escarole() {
    return escarole;
  }

  /** The place in words, without a password. */
  public String inWords() {
    return words;
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }
}
