package dev.escarole.samples.bench;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Does the work as a run, in an engine of its own that is opened to warm up. */
final class EscaroleRuns implements Rounds.InThisProcess {

  static final String DURABLE = "Escarole, durable (H2 file)";
  static final String ONE_WORKER = "Escarole, durable, one worker";
  static final String POSTGRES = "Escarole, durable (PostgreSQL)";
  static final String IN_MEMORY = "Escarole, in memory";

  /** Commands that a round of warming up has at least. */
  private static final int WARM_LEAVES = 10_000;

  private final String name;
  private final Work work;
  private final RunRequest request;
  private final @Nullable EngineOptions options;
  private @Nullable Engine engine;

  /**
   * Prepares.
   *
   * @param options null if there is no database
   */
  EscaroleRuns(String name, Work work, @Nullable EngineOptions options) {
    this.name = name;
    this.work = work;
    this.request = RunRequest.of(work.recipe()).stdin(work.stdin()).build();
    this.options = options;
  }

  @Override
  public String task() {
    return work.task();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int units() {
    return work.leaves();
  }

  @Override
  public @Nullable String absent() {
    return options == null ? "no database was named: --db URL or ESCAROLE_DB" : null;
  }

  /** So many rounds of a large work; the same number of commands of a small one; at least once. */
  @Override
  public void warmUp(int rounds) throws IOException, InterruptedException {
    if (options == null) {
      throw new IllegalStateException("BUG: " + name + " is absent");
    }
    engine = Engine.open(options);
    int times = work.leaves() > WARM_LEAVES ? 1 : rounds * WARM_LEAVES / work.leaves();
    for (int i = 0; i < Math.max(1, times); i++) {
      round();
    }
  }

  @Override
  public void round() throws IOException, InterruptedException {
    Engine opened = engine;
    if (opened == null) {
      throw new IllegalStateException("BUG: " + name + " was not warmed up");
    }
    RunResult result = opened.run(request);
    if (result.status() != RunStatus.DONE) {
      throw new IOException(name + " ended " + result.status().word());
    }
  }

  @Override
  public @Nullable Path outputs() {
    return options == null ? null : options.storage().data();
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }
}
