package dev.escarole.web.agent.command;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepPicture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts runs, waits for them as long as requested, and reports their results. */
final class Launching {

  static final String WAIT = "wait";

  private static final long LONGEST_WAIT = 300;
  private static final long WAIT_UNLESS_SET = 20;

  private static final long REPORT_MILLIS = 250;

  private final AgentContext context;

  Launching(AgentContext context) {
    this.context = context;
  }

  static ArgumentDefinition wait(String what) {
    return ArgumentDefinition.number("--" + WAIT, what, 0, LONGEST_WAIT)
        .withDefault(WAIT_UNLESS_SET);
  }

  Answer run(
      Call call,
      Recipe recipe,
      Map<String, Object> values,
      String stdin,
      Map<String, @Nullable Object> files) {
    LaunchRequest request =
        new LaunchRequest(
            null,
            recipe.portable(),
            Texts.fileName(recipe.fileName()),
            new LinkedHashMap<String, @Nullable Object>(values),
            directories(recipe),
            null,
            stdin.getBytes(StandardCharsets.UTF_8),
            files,
            List.of(),
            false,
            null,
            null,
            null);
    return await(call, context.escarole(call).launch(request).head().run());
  }

  /** Those of the agent, and those that the recipe asks for; the policy decides on both. */
  List<String> directories(Recipe recipe) {
    List<String> all = new ArrayList<>(context.directories());
    recipe.directories().forEach((guest, host) -> all.add(host + "::" + guest + ":ro"));
    return all;
  }

  /**
   * Waits for a run. Giving up does not stop the run: a client's timeout says nothing about the
   * run, and {@code runs cancel} stops it.
   */
  Answer await(Call call, String run) {
    Escarole escarole = context.escarole(call);
    RunName name = new RunName(run);
    RunStatus status = escarole.head(name).status();
    if (status == RunStatus.WAITING) {
      return waiting(run);
    }
    if (status != RunStatus.RUNNING && status != RunStatus.QUEUED) {
      return told(escarole.run(name));
    }
    Progress progress = new Progress();
    long end = context.millis() + call.arguments().requestedWait().toMillis();
    try (Following following = escarole.follow(name, progress)) {
      long left = end - context.millis();
      while (left > 0 && !call.cancellation().isCancelled()) {
        if (following.await(Duration.ofMillis(Math.min(left, REPORT_MILLIS))).isPresent()) {
          return told(escarole.run(name));
        }
        progress.report(call.progress());
        left = end - context.millis();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    RunHead head = escarole.head(name);
    return head.status() == RunStatus.WAITING ? waiting(run) : goesOn(head);
  }

  private static Answer goesOn(RunHead head) {
    String run = head.run();
    String queue = head.queueWords();
    RunStatus status = queue == null ? RunStatus.RUNNING : RunStatus.QUEUED;
    return new Answer(
        Json.object("run", run, "status", status.word(), "next", "runs wait " + run),
        queue == null ? "The run continues" : "The run is " + queue);
  }

  /** People may take days, so there is no sense in waiting with them. */
  private static Answer waiting(String run) {
    return new Answer(
        Json.object(
            "run", run, "status", RunStatus.WAITING.word(), "next", "approvals list --run " + run),
        "The run waits for people or a program outside");
  }

  /**
   * The result of an ended run.
   *
   * @throws AcliException if it failed; a cancelled run is not an error
   */
  static Answer told(RunPicture run) {
    RunStatus status = run.head().status();
    if (status == RunStatus.FAILED) {
      throw new AcliException(Failures.of(run));
    }
    if (status == RunStatus.CANCELLED) {
      return new Answer(Replies.run(run), "run %s is cancelled".formatted(run.head().run()));
    }
    if (status == RunStatus.INTERRUPTED) {
      String why = "run %s is interrupted: no process is executing it".formatted(run.head().run());
      return new Answer(Replies.run(run), why);
    }
    boolean lost = status == RunStatus.DEGRADED && !Boolean.TRUE.equals(run.head().accepted());
    return new Answer(
        Replies.run(run),
        lost ? "Not accepted: results are missing, and the recipe does not consent to that" : null);
  }

  /**
   * Counts the ended leaves of a run for progress reports. Events arrive on another thread; the
   * waiting thread reports.
   */
  private static final class Progress implements Consumer<RunNews> {
    private final Set<String> leaves = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    private String join = "";
    private int reported = -1;

    @Override
    public synchronized void accept(RunNews news) {
      for (StepPicture step : news.steps()) {
        if (step.kind().equals("leaf")) {
          leaves.add(step.path());
          if (step.outcome() != null) {
            ended.add(step.path());
          }
        }
      }
      for (JoinPicture each : news.joins()) {
        join =
            "; join %s: %d of %d branches"
                .formatted(Replies.name(each), each.done(), each.expected());
      }
    }

    synchronized void report(Call.Progress to) {
      if (ended.size() != reported && !leaves.isEmpty()) {
        reported = ended.size();
        String ratio = "%d of %d commands ended".formatted(reported, leaves.size());
        to.report(reported, leaves.size(), ratio + join);
      }
    }
  }
}
