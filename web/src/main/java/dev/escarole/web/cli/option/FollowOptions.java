package dev.escarole.web.cli.option;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.web.app.run.Judgement;
import dev.escarole.web.cli.text.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a run is executed and shown while the command waits for it. */
public final class FollowOptions {

  @Option(names = "--json", description = "Prints one JSON object instead of the result text.")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Shows no progress, and no summary of a run that is done.")
  private boolean quiet;

  @ArgGroup private @Nullable Judging judging;

  /** What counts as success of a degraded run; at most one of these. */
  static final class Judging {
    @Option(names = "--strict", description = "Exits with 4 if the run is degraded in any way.")
    private boolean strict;

    @Option(
        names = "--lenient",
        description = "Exits with 0 if the run is degraded, even without its author's consent.")
    private boolean lenient;
  }

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Commands that run at once. Default: the number of processors.")
  private @Nullable Integer workers;

  @Mixin private LimitOptions limits = new LimitOptions();

  public boolean json() {
    return json;
  }

  public boolean quiet() {
    return quiet;
  }

  public Judgement judgement() {
    if (judging != null && judging.strict) {
      return Judgement.STRICT;
    }
    return judging != null && judging.lenient ? Judgement.LENIENT : Judgement.AUTHOR;
  }

  /** Refuses what means nothing to a server that carries the run out. */
  public void refuseAtServer() {
    limits.refuseAtServer();
  }

  /** An engine for what was asked for alone: interrupted runs are resumed only on request. */
  public EngineOptions options(EngineOptions place) {
    EngineOptions options =
        place.withRecovery(Recovery.onRequest()).withLimits(limits.changed(place.limits()));
    if (workers == null) {
      return options;
    }
    try {
      return options.withWorkers(workers);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-workers", "--workers must be 1 to 1024, was " + workers, "Choose a smaller number.");
    }
  }
}
