package dev.escarole.web.cli.option;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Parameters;

/** Which stored run is meant. */
public final class RunChoice {

  private static final int MOST_SHOWN = 5;

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or 'last' for the newest run.")
  private String run = "";

  /** The choice as it was made. */
  public String text() {
    return run;
  }

  public RunId find(RunStore store) {
    return find(store, run);
  }

  /** The run that is meant by an id, the beginning of one, or {@code last}. */
  public static RunId find(RunStore store, String run) {
    return store.find(run).orElseThrow(() -> missing(store, run));
  }

  private static UsageException missing(RunStore store, String run) {
    List<RunId> matching = run.isEmpty() ? List.of() : store.matching(run, MOST_SHOWN);
    if (matching.isEmpty()) {
      return new UsageException(
          "no-such-run",
          "there is no run " + TextFormat.plain(run),
          "List the runs with: escarole runs list");
    }
    return new UsageException(
        "ambiguous-run",
        "several runs begin with " + TextFormat.plain(run),
        "Give more of the id, such as "
            + matching.stream().map(RunId::value).collect(Collectors.joining(" or ")));
  }
}
