package dev.escarole.web.agent.command;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.Answer;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.ParsedArguments;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunPicture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts runs, waits for them as long as requested, and reports their results. */
final class Launching {

  /** The option for the time to wait. */
  static final String WAIT = "wait";

  private static final long LONGEST_WAIT = 300;
  private static final long WAIT_UNLESS_SET = 20;

  /** Interval of progress reports to a waiting caller. */
  private static final long REPORT_MILLIS = 250;

  private final AgentContext context;

  Launching(AgentContext context) {
    this.context = context;
  }

  static ArgumentDefinition wait(String what) {
    return ArgumentDefinition.of("--" + WAIT, ValueType.INTEGER, what)
        .withDefault(WAIT_UNLESS_SET)
        .withCheck(
            new ArgumentRules.Check(
                value -> value instanceof Long seconds && seconds >= 0 && seconds <= LONGEST_WAIT,
                "0 to " + LONGEST_WAIT + " seconds",
                "20"));
  }

  /** Returns how long the caller waits. */
  static Duration waiting(ParsedArguments arguments) {
    return Duration.ofSeconds(arguments.number(WAIT).orElse(WAIT_UNLESS_SET));
  }

  /** A handler that may take as long as its caller requests. */
  static Handler patient(Function<Call, Answer> handler) {
    return new Handler() {
      @Override
      public Answer handle(Call call) {
        return handler.apply(call);
      }

      @Override
      public Duration extraTime(ParsedArguments arguments) {
        return waiting(arguments);
      }
    };
  }

  /** Runs a recipe. */
  Answer run(Call call, Recipe recipe, Map<String, Object> values, String stdin) {
    LaunchRequest request =
        new LaunchRequest(
            null,
            recipe.source(),
            Texts.fileName(recipe.fileName()),
            new LinkedHashMap<String, @Nullable Object>(values),
            context.directories(),
            null,
            stdin.getBytes(StandardCharsets.UTF_8),
            List.of(),
            false,
            null,
            null);
    return await(call, context.escarole(call).launch(request).head().run());
  }

  /**
   * Waits for a run. Giving up does not stop the run: a client's timeout says nothing about the
   * run, and {@code runs cancel} stops it.
   */
  Answer await(Call call, String run) {
    Escarole escarole = context.escarole(call);
    RunName name = new RunName(run);
    RunStatus status = escarole.head(name).status();
    if (status != RunStatus.RUNNING) {
      return told(escarole.run(name));
    }
    Progress progress = new Progress();
    long end = context.millis() + waiting(call.arguments()).toMillis();
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
    return underWay(run);
  }

  private static Answer underWay(String id) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("run", id);
    reply.put("status", RunStatus.RUNNING.word());
    reply.put("next", "runs wait " + id);
    return new Answer(reply, "The run continues");
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
}
