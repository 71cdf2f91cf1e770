package dev.escarole.web.cli;

import dev.escarole.engine.plan.StepNames;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.view.StoredStream;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints what a run or one of its steps wrote, byte for byte. */
@Command(
    name = "output",
    description = "Prints the result of a run, or what a step wrote, byte for byte.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs output last > result.txt",
      "  escarole runs output last 0.2.1 --attempt 1 --stderr",
      "  escarole runs output last 0.2.1 --follow --server http://127.0.0.1:8420"
    })
final class RunsOutputCommand implements Callable<Integer> {

  private final Console console;
  @Mixin private RunChoice choice = new RunChoice();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STEP",
      description = {
        "Path of a step that runs a command, such as 0.2.1, or a label that only it has.",
        "Default: the whole run."
      })
  private @Nullable String step;

  @Option(
      names = "--attempt",
      paramLabel = "N",
      description = "Which attempt of the step, from 1. Default: its last one.")
  private @Nullable Integer attempt;

  @Option(names = "--stderr", description = "What the step wrote to standard error instead.")
  private boolean stderr;

  @Option(
      names = "--follow",
      description = {
        "Prints what the step writes while it runs, in all of its attempts; with --server.",
        "Of what comes too fast, parts are left out, and standard error says how much."
      })
  private boolean follow;

  RunsOutputCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Remote remote = server.remote(console);
    if (remote != null) {
      if (follow) {
        followed(remote);
      } else {
        console.print(remote.stream(address()));
      }
      return 0;
    }
    if (follow) {
      throw new UsageException(
          "needs-server",
          "--follow needs the server that carries the run out",
          "Add --server URL, or leave --follow out and see what is there already.");
    }
    try (RunStore store = place.openExisting(console)) {
      RunId id = choice.find(store);
      String sha256 = step == null ? run(store, id) : step(store, id, step);
      long bytes = store.reports().contentSize(sha256).orElse(0);
      console.print(new StoredStream(store.reports(), sha256, 0, bytes));
    }
    return 0;
  }

  private void followed(Remote remote) {
    if (step == null || attempt != null) {
      throw new UsageException(
          "missing-step",
          "--follow needs the path of a step, and follows all of its attempts",
          "Write for example: escarole runs output " + choice.text() + " 0.2 --follow");
    }
    String run = "/runs/" + Remote.part(choice.text()) + "/steps/" + Remote.part(step);
    new RemoteTail(console, remote, run, stderr ? "stderr" : "stdout").follow();
  }

  private String address() {
    String run = "/runs/" + Remote.part(choice.text());
    if (step == null) {
      refuseStepOptions(choice.text());
      return run + "/output/stdout";
    }
    String which = attempt == null ? "last" : attempt.toString();
    String stream = stderr ? "stderr" : "stdout";
    return run + "/steps/" + Remote.part(step) + "/attempts/" + which + "/" + stream;
  }

  private void refuseStepOptions(String run) {
    if (attempt != null || stderr) {
      throw new UsageException(
          "missing-step",
          "--attempt and --stderr need the path of a step",
          "Write for example: escarole runs output " + run + " 0.2 --stderr");
    }
  }

  private String run(RunStore store, RunId id) {
    refuseStepOptions(id.value());
    String sha256 = store.run(id).map(StoredRun::stdoutSha256).orElse(null);
    if (sha256 == null) {
      throw new UsageException(
          "no-output", "run " + id + " has no result yet", "It has not ended.");
    }
    return sha256;
  }

  private String step(RunStore store, RunId id, String name) {
    StoredStep found = store.steps(id).get(index(store, id, name));
    List<StoredAttempt> attempts =
        store.attempts(id).stream()
            .filter(each -> each.stepIndex() == found.place().index())
            .filter(each -> attempt == null || each.attempt() == attempt)
            .toList();
    StoredAttempt last =
        attempts.stream()
            .max(Comparator.comparingInt(StoredAttempt::attempt))
            .orElseThrow(() -> noAttempt(id, found));
    return stderr ? last.stderr().sha256() : last.stdout().sha256();
  }

  private static int index(RunStore store, RunId id, String name) {
    try {
      return StepNames.find(store.plan(id), name).index();
    } catch (UnknownStepException e) {
      throw new UsageException(
          e.isAmbiguous() ? e.code() : "unknown-step",
          "run "
              + id
              + (e.isAmbiguous()
                  ? ": " + Texts.plain(e.message())
                  : " has no step " + Texts.plain(name)),
          Texts.plain(e.hint()) + " See the paths with: escarole runs show " + id + " --json");
    }
  }

  private UsageException noAttempt(RunId id, StoredStep found) {
    String which = attempt == null ? "no attempt" : "no attempt " + attempt;
    String hint =
        found.kind().equals("leaf")
            ? "See what happened with: escarole runs show " + id
            : "It is a group; only steps that run a command have an output of their own.";
    return new UsageException(
        "no-output",
        "step " + found.place().path() + " of run " + id + " has " + which + " that ended",
        hint);
  }
}
