package dev.escarole.samples.bench;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Does the work as a run, in an engine of its own that is opened to warm up. */
final class EscaroleRuns extends Contender {

  static final String DURABLE = "Escarole, durable (H2 file)";
  static final String ONE_WORKER = "Escarole, durable, one worker";
  static final String POSTGRES = "Escarole, durable (PostgreSQL)";
  static final String IN_MEMORY = "Escarole, in memory";

  /** Commands that a round of warming up has at least. */
  private static final int WARM_LEAVES = 10_000;

  private final RunRequest request;
  private final @Nullable EngineOptions options;
  private @Nullable Engine engine;

  /**
   * @param options null if there is no database
   */
  EscaroleRuns(String name, Work work, @Nullable EngineOptions options) {
    super(work.task(), name, work.leaves());
    this.request = RunRequest.of(work.recipe()).stdin(work.stdin()).build();
    this.options = options;
  }

  @Override
  @Nullable String absent() {
    return options == null ? "no database was named: --db URL or ESCAROLE_DB" : null;
  }

  /** So many rounds of a large work; the same number of commands of a small one; at least once. */
  @Override
  void warmUp(int rounds) throws IOException, InterruptedException {
    engine = Engine.open(Objects.requireNonNull(options));
    super.warmUp(units() > WARM_LEAVES ? 1 : Math.max(1, rounds * WARM_LEAVES / units()));
  }

  @Override
  void round() throws IOException, InterruptedException {
    RunResult result = Objects.requireNonNull(engine).run(request);
    if (result.status() != RunStatus.DONE) {
      throw new IOException(name() + " ended " + result.status().word());
    }
  }

  @Override
  @Nullable Path outputs() {
    return options == null ? null : options.storage().data();
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }
}
