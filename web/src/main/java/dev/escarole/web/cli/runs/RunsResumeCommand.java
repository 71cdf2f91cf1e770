package dev.escarole.web.cli.runs;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.OwnRuns;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.Resumed;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.run.EventRelay;
import dev.escarole.web.cli.run.RunHere;
import dev.escarole.web.cli.run.RunThere;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Resumes interrupted runs. */
@Command(
    name = "resume",
    description =
        "Resumes a run whose process ended before the run did."
            + " What is stored of it is kept; commands that had not ended run again.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs resume last", "  escarole runs resume --all"})
public final class RunsResumeCommand extends ConsoleCommand {

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
    if (run == null) {
      return resumeAll();
    }
    Reach reach = Reach.open(console, place, server, follow);
    return reach.engine() == null ? resumeThere(reach, run) : resumeHere(reach, run);
  }

  private int resumeThere(Reach there, String named) throws InterruptedException {
    try (there) {
      RunHead head = there.escarole().resume(new RunName(named));
      return new RunThere(console, there, follow).follow(head);
    }
  }

  private int resumeHere(Reach here, String named) throws InterruptedException {
    EventRelay events = new EventRelay();
    return new RunHere(console, follow)
        .asResumed()
        .call(
            here,
            events,
            engine -> new OwnRuns(engine, console.clock(), events).resume(new RunName(named)));
  }

  private int resumeAll() throws InterruptedException {
    try (Reach reach = Reach.open(console, place, server, follow)) {
      Escarole escarole = reach.escarole();
      Resumed resumed = escarole.resumeAll(NoInput.NONE);
      List<RunHead> ended = new ArrayList<>();
      resumed.refused().forEach(each -> console.say(TextFormat.plain(each.reason())));
      Worst worst = new Worst(resumed.refused().isEmpty());
      for (String each : resumed.runs()) {
        try (Following following = escarole.follow(new RunName(each), news -> {})) {
          RunHead head = following.await();
          ended.add(head);
          worst.add(head);
        }
      }
      if (follow.json()) {
        JsonOutput.print(console, new AllResumed(ended, resumed.refused()));
      }
      return worst.code.code();
    }
  }

  /**
   * What became of all interrupted runs, as JSON shows it.
   *
   * @param runs as they ended
   * @param refused those that cannot be resumed
   */
  record AllResumed(List<RunHead> runs, List<Resumed.Refused> refused) {
    AllResumed {
      runs = List.copyOf(runs);
      refused = List.copyOf(refused);
    }
  }

  /** Prints how each run ended, and keeps the worst exit code: failed before degraded. */
  private final class Worst {
    private ExitCode code;

    Worst(boolean good) {
      this.code = good ? ExitCode.OK : ExitCode.FAILED;
    }

    void add(RunHead run) {
      RunStatus status = run.status();
      ExitCode own =
          status.isOver()
              ? ExitCode.of(status, run.accepted(), null, follow.judgement())
              : ExitCode.FAILED;
      boolean lost = status == RunStatus.DEGRADED && !Boolean.TRUE.equals(run.accepted());
      if (!follow.json()) {
        console.print(run.run() + " " + status.word() + (lost ? ", not accepted" : "") + "\n");
      }
      if (own != ExitCode.OK && code != ExitCode.FAILED) {
        code = own == ExitCode.DEGRADED ? own : ExitCode.FAILED;
      }
    }
  }
}
