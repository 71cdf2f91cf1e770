package dev.escarole.engine.executor;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.OutputWatch;
import dev.escarole.engine.executor.LeafPlace.MovedLeaf;
import dev.escarole.engine.executor.RunExecutor.ExecutorParts;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of a run's commands. Thread-safe. */
final class LeafCalls {

  private static final Logger LOG = LoggerFactory.getLogger(LeafCalls.class);

  private final Launch launch;
  private final ExecutorParts parts;
  private final List<HttpGrant> http;

  LeafCalls(Launch launch, ExecutorParts parts) {
    this.launch = launch;
    this.parts = parts;
    this.http =
        launch.plan().http().stream()
            .map(each -> new HttpGrant(each.origin(), each.paths(), Set.copyOf(each.methods())))
            .toList();
  }

  /** Calls the command of a leaf on this thread, or reuses its result. */
  LeafResult invoke(
      Effect.StartLeaf start, Call call, Cancellation cancellation, OutputWatch output) {
    if (cancellation.isCancelled()) {
      return LeafResult.failed(Outcome.of(Outcome.Kind.CANCELLED, "stopped before it started"));
    }
    HandleSetting handle = start.step().handle();
    if (handle != null && !launch.setting().hostStreams().allow(handle.streams())) {
      Outcome refusal = HostStreams.refusal();
      parts.broker().refused(call, start.step().argv().get(0), refusal);
      return LeafResult.failed(refusal);
    }
    try {
      LeafResult reused = launch.reuse().result(start.step(), start.stdin());
      if (reused != null) {
        return reused;
      }
      Limits limits = limits(start.step().argv().get(0));
      Invocation invocation = invocation(start, cancellation, limits).watch(output).build();
      return LeafResult.of(parts.broker().execute(call, invocation), limits);
    } catch (RuntimeException | Error e) {
      LOG.error(
          "The engine failed while it ran step {} of {}", start.step().path(), launch.id(), e);
      return LeafResult.failed(Outcome.trapped("the engine failed: " + e));
    }
  }

  /**
   * Offers a leaf to the place outside, if it may be moved.
   *
   * @return completes, perhaps exceptionally, when the place is through with it or the leaf is
   *     cancelled; empty if the leaf is to be invoked here
   */
  Optional<CompletableFuture<LeafResult>> elsewhere(
      Effect.StartLeaf start, Call call, Cancellation cancellation) {
    boolean here = !isSpread(start) || launch.reuse().has(start.step());
    if (parts.place() == LeafPlace.NONE || here || cancellation.isCancelled()) {
      return Optional.empty();
    }
    try {
      Limits limits = limits(start.step().argv().get(0));
      return parts
          .broker()
          .movable(
              call, invocation(start, cancellation, limits).build(), parts.place().countsCalls())
          .flatMap(moved -> taken(start, call, moved, limits));
    } catch (RuntimeException e) {
      LOG.warn("Step {} of {} is carried out here", start.step().path(), launch.id(), e);
      return Optional.empty();
    }
  }

  private Optional<CompletableFuture<LeafResult>> taken(
      Effect.StartLeaf start, Call call, Invocation moved, Limits limits) {
    Instant at = parts.clock().instant();
    MovedLeaf leaf =
        new MovedLeaf(launch.id(), start.step().path(), start.attempt(), call.principal(), moved);
    return parts
        .place()
        .take(leaf)
        .map(stage -> orCancelled(stage, moved))
        .map(
            result ->
                result.thenApply(
                    done -> {
                      parts.broker().ranElsewhere(call, moved, at, done);
                      return LeafResult.of(done, limits);
                    }));
  }

  /** The result, which comes at once when the call is cancelled. */
  private static CompletableFuture<InvocationResult> orCancelled(
      CompletionStage<InvocationResult> stage, Invocation moved) {
    CompletableFuture<InvocationResult> result = new CompletableFuture<>();
    Runnable stop =
        () ->
            result.complete(
                InvocationResult.notStarted(
                    Outcome.of(Outcome.Kind.CANCELLED, "was cancelled"), ""));
    var unused =
        stage.whenComplete(
            (done, failure) -> {
              moved.cancellation().detach(stop);
              if (failure == null) {
                result.complete(done);
              } else {
                result.completeExceptionally(failure);
              }
            });
    moved.cancellation().attach(stop);
    return result;
  }

  private Invocation.Builder invocation(
      Effect.StartLeaf start, Cancellation cancellation, Limits limits) {
    List<String> argv = start.step().argv();
    HandleSetting handle = start.step().handle();
    Invocation.Builder builder = Invocation.of(argv.get(0));
    if (handle != null) {
      builder
          .environment(handle.environment())
          .workingDirectory(handle.directory())
          .streams(launch.setting().hostStreams().of(handle.streams()));
    }
    return builder
        .arguments(argv.subList(1, argv.size()))
        .stdin(start.stdin().parts())
        .http(isSpread(start) ? List.of() : http)
        .directories(isSpread(start) ? List.of() : launch.setting().directories())
        .limits(narrowed(limits, start.step()))
        .cancellation(cancellation)
        .cacheable(start.step().caching().isOn(launch.setting().cache()));
  }

  private static boolean isSpread(Effect.StartLeaf start) {
    return start.step().controls().isSpread();
  }

  /** The policy's current limits, which may be wider than the defaults, or what is needed. */
  private Limits limits(String command) {
    Limits limits =
        parts
            .broker()
            .policy(launch.setting().principal())
            .grants()
            .limits()
            .orElse(launch.setting().limits());
    return parts.broker().needs(command).raise(limits);
  }

  private static Limits narrowed(Limits limits, LeafStep step) {
    long timeout = step.controls().timeoutMillis();
    return timeout == 0 ? limits : limits.narrowedTo(Duration.ofMillis(timeout));
  }
}
