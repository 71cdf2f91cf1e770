package com.example.invoices;

import dev.escarole.engine.Engine;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.executor.LeafPlace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Carries out the commands of a wide run on the executors of Spark. The run, its joins and its
 * records stay in the engine of the driver:
 *
 * <pre>{@code
 * try (SparkLeaves leaves = new SparkLeaves(spark);
 *     Engine engine = Engine.open(EngineOptions.at(data).withElsewhere(leaves))) {
 *   RunResult result = engine.run(RunRequest.of(recipe).build());
 * }
 * }</pre>
 *
 * <p>Commands that come soon after each other are one job. If an executor is lost, Spark has others
 * do its tasks again; if a job fails, the driver's engine carries out its commands. Thread-safe.
 */
public final class SparkLeaves implements LeafPlace, AutoCloseable {

  /** More wait in the queue of the engine, and its own workers do some of them. */
  private static final int MOST_TAKEN = 20_000;

  private static final int MOST_IN_A_JOB = 4_000;

  /** What one job waits for, another one does. */
  private static final int JOBS = 3;

  private static final long LINGER_MILLIS = 10;

  private final JavaSparkContext spark;
  private final BlockingQueue<Taken> waiting = new LinkedBlockingQueue<>();
  private final AtomicInteger taken = new AtomicInteger();
  private final ExecutorService jobs = Executors.newFixedThreadPool(JOBS);

  private record Taken(MovedLeaf leaf, CompletableFuture<InvocationResult> result) {
    boolean isWanted() {
      return !leaf.invocation().cancellation().isCancelled();
    }
  }

  public SparkLeaves(JavaSparkContext spark) {
    this.spark = spark;
    for (int i = 0; i < JOBS; i++) {
      jobs.execute(this::work);
    }
  }

  @Override
  public Optional<CompletionStage<InvocationResult>> take(MovedLeaf leaf) {
    if (jobs.isShutdown() || taken.get() >= MOST_TAKEN) {
      return Optional.empty();
    }
    taken.incrementAndGet();
    Taken one = new Taken(leaf, new CompletableFuture<>());
    waiting.add(one);
    return Optional.of(one.result());
  }

  private void work() {
    while (!jobs.isShutdown()) {
      List<Taken> batch = new ArrayList<>();
      try {
        batch.add(waiting.take());
        TimeUnit.MILLISECONDS.sleep(LINGER_MILLIS);
        waiting.drainTo(batch, MOST_IN_A_JOB - 1);
        carryOut(batch);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } finally {
        taken.addAndGet(-batch.size());
        // Those without a result: the engine carries them out itself.
        batch.forEach(
            each -> each.result().completeExceptionally(new IllegalStateException("no result")));
      }
    }
  }

  private void carryOut(List<Taken> batch) {
    List<Taken> wanted = batch.stream().filter(Taken::isWanted).toList();
    if (wanted.isEmpty()) {
      return;
    }
    List<CommandCall> calls =
        wanted.stream().map(each -> CommandCall.of(each.leaf().invocation())).toList();
    try (Group group = new Group(spark, wanted)) {
      int parts = Math.min(calls.size(), 2 * spark.defaultParallelism());
      List<CommandCall.Reply> replies =
          spark.parallelize(calls, parts).mapPartitions(SparkLeaves::replies).collect();
      for (int i = 0; i < wanted.size(); i++) {
        wanted.get(i).result().complete(replies.get(i).result());
      }
    } catch (RuntimeException e) {
      wanted.forEach(each -> each.result().completeExceptionally(e));
    }
  }

  private static Iterator<CommandCall.Reply> replies(Iterator<CommandCall> calls) {
    Engine engine = ExecutorEngine.get();
    List<CommandCall.Reply> replies = new ArrayList<>();
    calls.forEachRemaining(call -> replies.add(call.call(engine)));
    return replies.iterator();
  }

  /** A job that is stopped when nothing of it is wanted any more. */
  private static final class Group implements AutoCloseable {
    private final JavaSparkContext spark;
    private final List<Taken> members;
    private final String id = UUID.randomUUID().toString();
    private final AtomicInteger left;
    private final Runnable unwanted = this::unwanted;

    Group(JavaSparkContext spark, List<Taken> members) {
      this.spark = spark;
      this.members = members;
      this.left = new AtomicInteger(members.size());
      spark.setJobGroup(id, members.size() + " commands of recipes", true);
      members.forEach(each -> each.leaf().invocation().cancellation().attach(unwanted));
    }

    private void unwanted() {
      if (left.decrementAndGet() == 0) {
        spark.cancelJobGroup(id);
      }
    }

    @Override
    public void close() {
      members.forEach(each -> each.leaf().invocation().cancellation().detach(unwanted));
      spark.clearJobGroup();
    }
  }

  /** Takes nothing any more; what it has taken is carried out by the engine. */
  @Override
  public void close() {
    jobs.shutdownNow();
    List<Taken> left = new ArrayList<>();
    waiting.drainTo(left);
    left.forEach(
        each -> each.result().completeExceptionally(new IllegalStateException("Spark is closed")));
  }
}
