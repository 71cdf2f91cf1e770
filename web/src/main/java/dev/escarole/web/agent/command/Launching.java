package dev.escarole.web.agent.command;

import dev.escarole.engine.DirectoryRefusedException;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.Answer;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.ArgumentRules;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.ParsedArguments;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.view.RunView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts runs, waits for them as long as the caller asks, and tells what came of them. */
final class Launching {

  /** The option that says how long to wait. */
  static final String WAIT = "wait";

  private static final long LONGEST_WAIT = 300;
  private static final long WAIT_UNLESS_SET = 20;

  /** How often a caller that waits hears how far the run has come. */
  private static final long REPORT_MILLIS = 250;

  private final Desk desk;

  Launching(Desk desk) {
    this.desk = desk;
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

  /** How long the caller waits. */
  static Duration waiting(ParsedArguments arguments) {
    return Duration.ofSeconds(arguments.number(WAIT).orElse(WAIT_UNLESS_SET));
  }

  /** A handler that may take as long as its caller asks it to wait. */
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
    try {
      return start(
          call,
          "launch",
          events ->
              desk.engine()
                  .start(
                      RunRequest.of(recipe)
                          .values(values)
                          .stdin(Content.of(stdin))
                          .directories(desk.directories())
                          .principal(Desk.principal(call.caller()))
                          .listener(events)
                          .build()));
    } catch (RecipeException e) {
      throw new AcliException(Failures.of(e));
    } catch (DirectoryRefusedException e) {
      throw new AcliException(Failures.directoryRefused());
    }
  }

  /**
   * Starts a run and waits for it. Who gives up waiting leaves the run alone: a client's time-out
   * says nothing about the run, and {@code runs cancel} stops it.
   */
  Answer start(Call call, String action, Function<Consumer<RunEvent>, RunHandle> starting) {
    Progress progress = new Progress();
    RunHandle handle = starting.apply(progress);
    desk.acted(call.caller(), action, handle.id());
    return await(call, handle, progress);
  }

  /** Waits for a run that goes on. */
  Answer await(Call call, RunHandle handle) {
    return await(call, handle, new Progress());
  }

  private Answer await(Call call, RunHandle handle, Progress progress) {
    long leaves = handle.plan().steps().stream().filter(LeafStep.class::isInstance).count();
    long end = desk.millis() + waiting(call.arguments()).toMillis();
    CompletableFuture<RunResult> over = handle.result();
    long left = end - desk.millis();
    do {
      long pause = Math.max(0, Math.min(left, REPORT_MILLIS));
      try {
        return told(desk.view(over.get(pause, TimeUnit.MILLISECONDS).run()));
      } catch (TimeoutException e) {
        progress.report(call.progress(), leaves);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return underWay(handle);
      } catch (ExecutionException e) {
        throw new IllegalStateException("the engine failed in run " + handle.id(), e.getCause());
      }
      left = end - desk.millis();
    } while (left > 0 && !call.cancellation().isCancelled());
    return underWay(handle);
  }

  private static Answer underWay(RunHandle handle) {
    String id = handle.id().value();
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("run", id);
    reply.put("status", RunStatus.RUNNING.word());
    reply.put("next", "runs wait " + id);
    return new Answer(reply, "The run goes on");
  }

  /**
   * What a run that is over came to.
   *
   * @throws AcliException if it failed; one that somebody cancelled is a result like others
   */
  static Answer told(RunView run) {
    RunStatus status = run.head().status();
    if (status == RunStatus.FAILED) {
      throw new AcliException(Failures.of(run));
    }
    if (status == RunStatus.CANCELLED) {
      return new Answer(Replies.run(run), "run %s is cancelled".formatted(run.head().run()));
    }
    boolean lost = status == RunStatus.DEGRADED && !Boolean.TRUE.equals(run.head().accepted());
    return new Answer(
        Replies.run(run),
        lost ? "Not accepted: something was lost, and the recipe does not consent to it" : null);
  }
}
