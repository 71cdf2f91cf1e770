package dev.escarole.web.cli.option;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Foresight;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.broker.Principal;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Surroundings;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.share.Holder;
import dev.escarole.web.share.SharedData;
import dev.escarole.web.share.SharedInstallation;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The installation that a command works with: at a server, or in a data directory, which this
 * process opens unless another one has it open. A command asks it and knows no more.
 */
public final class Reach implements AutoCloseable {

  private static final String ORIGIN = "command line";

  /** Made when it is asked for: who runs something in this process needs none. */
  private final Supplier<Escarole> application;

  private final String words;
  private final Console console;

  /** The data directory; null if a server is asked. */
  private final @Nullable SharedInstallation shared;

  private final @Nullable RunsPlace place;

  /** The engine that a resident server has open anyway; null otherwise. */
  private final @Nullable Engine resident;

  private Reach(
      Console console,
      Supplier<Escarole> application,
      String words,
      @Nullable SharedInstallation shared,
      @Nullable RunsPlace place,
      @Nullable Engine resident) {
    this.resident = resident;
    this.console = console;
    this.application = application;
    this.words = words;
    this.shared = shared;
    this.place = place;
  }

  /**
   * For a command that looks at what is stored, or clears it up; creates nothing.
   *
   * @throws UsageException if nothing was ever stored there
   */
  public static Reach open(Console console, RunsPlace place, ServerOption server) {
    return open(console, place, server, () -> place.looking(console));
  }

  /** For one that looks at the audit, which is there before anything was run. */
  public static Reach openForAudit(Console console, RunsPlace place, ServerOption server) {
    return open(console, place, server, () -> place.auditing(console));
  }

  /** For one that needs nothing that is stored; creates the database if there is none. */
  public static Reach openForChannels(Console console, RunsPlace place, ServerOption server) {
    return open(
        console,
        place,
        server,
        () -> place.engineOptions(console).withRecovery(Recovery.onRequest()));
  }

  private static Reach open(
      Console console, RunsPlace place, ServerOption server, Supplier<EngineOptions> options) {
    ServerOption.There there = server.there(console);
    return there == null
        ? inDirectory(console, place, place.shared(console, options, false), operator())
        : there(console, there);
  }

  /** For one that lets runs go on: with an engine as the options say. */
  public static Reach open(
      Console console, RunsPlace place, ServerOption server, FollowOptions follow) {
    ServerOption.There there = server.refusing(follow::refuseAtServer).there(console);
    return there == null
        ? toRun(console, place, () -> follow.options(place.existing(console)), operator())
        : there(console, there);
  }

  /**
   * Opens the data directory to run something in it, or reaches the process that has it open.
   *
   * @param options of the engine, if this process opens it
   * @throws UsageException if that other process has settings that rule out what the options say
   */
  public static Reach toRun(
      Console console, RunsPlace place, Supplier<EngineOptions> options, Principal principal) {
    Surroundings.Resident resident = console.surroundings().resident();
    if (resident != null) {
      HolderSettings.check(resident.settings(), console, options.get(), principal);
    }
    Reach reach = inDirectory(console, place, place.shared(console, options, true), principal);
    if (resident != null) {
      return reach;
    }
    try {
      SharedInstallation shared = Objects.requireNonNull(reach.shared);
      // Asked for only if they are compared.
      if (shared.settingsOfHolder().isPresent()) {
        HolderSettings.check(shared, console, options.get(), principal);
      }
      return reach;
    } catch (RuntimeException e) {
      reach.close();
      throw e;
    }
  }

  /** For one that builds commands: at a server, or where {@link #toRun} says. */
  public static Reach toBuild(
      Console console, RunsPlace place, ServerOption server, PrincipalOptions who) {
    ServerOption.There there = server.refusing(who::refuseAtServer).there(console);
    if (there != null) {
      return there(console, there);
    }
    Supplier<EngineOptions> options =
        () -> {
          EngineOptions usual = place.engineOptions(console);
          Path policy = who.policyFile();
          return policy == null ? usual : usual.withPolicyFile(policy);
        };
    return toRun(console, place, options, who.principal());
  }

  private static Reach inDirectory(
      Console console, RunsPlace place, SharedData data, Principal principal) {
    Actor actor = new Actor(principal, ORIGIN, true);
    String words = place.inWords(console);
    Surroundings.Resident resident = console.surroundings().resident();
    if (resident != null) {
      Engine engine = resident.engine();
      Escarole escarole = new Installation(engine, console.clock()).as(actor);
      return new Reach(console, () -> escarole, words, null, place, engine);
    }
    Surroundings.Takeover takeover = console.surroundings().takeover();
    SharedInstallation shared =
        takeover == null
            ? SharedInstallation.open(data)
            : SharedInstallation.succeed(data, takeover.since(), takeover.policy());
    // Nobody opens another one now.
    Foresight.end();
    return new Reach(console, () -> shared.as(actor), words, shared, place, null);
  }

  private static Principal operator() {
    return Principal.localOperator();
  }

  /** The installation at a server. */
  public static Reach there(Console console, ServerOption.There there) {
    Foresight.end();
    return new Reach(console, there::escarole, there.address().toString(), null, null, null);
  }

  public Escarole escarole() {
    return application.get();
  }

  /** The place in words, without a password. */
  public String inWords() {
    return words;
  }

  /** The engine, if it is open in this process; null if another one answers. */
  public @Nullable Engine engine() {
    return shared == null ? resident : shared.holder().map(Holder::engine).orElse(null);
  }

  /** The command that shows a run of this installation again. */
  public String showCommand(String run) {
    return command("runs show " + run);
  }

  /**
   * A command for this installation.
   *
   * @param line what stands between {@code escarole} and the options that name the place
   */
  public String command(String line) {
    return place == null ? "escarole " + line + " --server " + words : place.command(line);
  }

  /**
   * Lets commands come to their end that are at work here for runs of other processes; to be called
   * when the own run is over and its result is printed.
   *
   * @param onStop is told what ends the wait, if somebody wants the process to end
   */
  public void leave(Consumer<Runnable> onStop) {
    if (shared == null || !shared.isUsed()) {
      return;
    }
    onStop.accept(Thread.currentThread()::interrupt);
    Engine engine = engine();
    if (engine != null && !engine.running().isEmpty()) {
      console.say("this process ends when commands have ended that it does for other runs");
    }
    try {
      shared.handOver();
    } catch (InterruptedException e) {
      console.say("not waiting; commands that are cut off run again elsewhere");
    }
  }

  @Override
  public void close() {
    if (shared != null) {
      shared.close();
    }
  }
}
