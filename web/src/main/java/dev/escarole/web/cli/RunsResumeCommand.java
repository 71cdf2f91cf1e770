package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.escarole.engine.CannotResumeException;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunStore;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.RunHead;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets interrupted runs go on. */
@Command(
    name = "resume",
    description = {
      "Lets a run go on whose process went away before it was over.",
      "What is on record of it is kept; commands whose end is not run again."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs resume last", "  escarole runs resume --all"})
final class RunsResumeCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private FollowOptions follow = new FollowOptions();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or 'last' for the newest run.")
  private @Nullable String run;

  @Option(names = "--all", description = "Resumes every interrupted run, and waits for all.")
  private boolean all;

  RunsResumeCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return follow.json();
  }

  @Override
  public Integer call() throws InterruptedException {
    if (all == (run != null)) {
      throw new UsageException(
          "what-to-resume",
          "say which run to resume, or --all for every interrupted one",
          "List them with: escarole runs list --status interrupted");
    }
    Remote remote = server.remote(console);
    if (remote != null) {
      follow.refuseAtServer();
      return resumeThere(remote);
    }
    EngineOptions options = follow.options(place.existing(console));
    return run == null ? resumeAll(options) : resumeOne(options, run);
  }

  private int resumeThere(Remote remote) {
    if (run == null) {
      return resumeAllThere(remote);
    }
    JsonNode head =
        remote.post("/runs/" + Remote.part(run) + "/resume", JsonNodeFactory.instance.objectNode());
    return new RemoteRun(console, remote, follow).follow(head.path("run").asText());
  }

  private int resumeAllThere(Remote remote) {
    JsonNode resumed = remote.post("/runs/resume", JsonNodeFactory.instance.objectNode());
    Worst worst = new Worst(resumed.path("refused").isEmpty());
    resumed.path("refused").forEach(each -> console.say(Texts.plain(each.path("reason").asText())));
    RemoteRun runs = new RemoteRun(console, remote, follow);
    for (JsonNode each : resumed.path("runs")) {
      runs.awaitEnd(each.asText());
      RunHead head = runs.head(each.asText());
      worst.add(each.asText(), head.status(), head.accepted());
    }
    return worst.code.code();
  }

  private int resumeOne(EngineOptions options, String named) throws InterruptedException {
    RunId id;
    try (RunStore store = place.openExisting(console)) {
      id = RunChoice.find(store, named);
    }
    EventRelay events = new EventRelay();
    return new Following(console, place, follow)
        .asResumed()
        .call(options, events, engine -> resume(engine, id, events));
  }

  private static RunHandle resume(Engine engine, RunId id, EventRelay events) {
    try {
      return engine.resume(id, events);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "not-interrupted",
          "run " + id + " is not interrupted",
          "List those that are with: escarole runs list --status interrupted");
    } catch (CannotResumeException e) {
      throw new UsageException(
          "cannot-resume",
          Texts.plain(String.valueOf(e.getMessage())),
          "It is stored as failed now. Run it again with: escarole runs rerun " + id);
    }
  }

  private int resumeAll(EngineOptions options) throws InterruptedException {
    Worst worst = new Worst(true);
    try (Engine engine = Engine.open(options)) {
      List<RunHandle> handles = new ArrayList<>();
      for (RunId id : engine.interrupted()) {
        try {
          handles.add(engine.resume(id, event -> {}));
        } catch (CannotResumeException e) {
          console.say(Texts.plain(String.valueOf(e.getMessage())));
          worst.code = ExitCode.FAILED;
        }
      }
      for (RunHandle handle : handles) {
        RunResult result = handle.await();
        worst.add(result.run().value(), result.status(), result.accepted());
      }
    }
    return worst.code.code();
  }

  /** Prints how each run ended, and keeps the worst exit code: failed before degraded. */
  private final class Worst {
    private ExitCode code;

    Worst(boolean good) {
      this.code = good ? ExitCode.OK : ExitCode.FAILED;
    }

    void add(String id, RunStatus status, @Nullable Boolean accepted) {
      ExitCode own =
          status.isOver()
              ? ExitCode.of(status, accepted, null, follow.judgement())
              : ExitCode.FAILED;
      boolean lost = status == RunStatus.DEGRADED && !Boolean.TRUE.equals(accepted);
      console.print(Texts.plain(id) + " " + status.word() + (lost ? ", not accepted" : "") + "\n");
      if (own != ExitCode.OK && code != ExitCode.FAILED) {
        code = own == ExitCode.DEGRADED ? own : ExitCode.FAILED;
      }
    }
  }
}
