package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.Removal;
import dev.escarole.web.app.run.Removal.PruneRequest;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes old runs. */
@Command(
    name = "prune",
    description =
        "Deletes runs by age, number or size, with their outputs and workspaces."
            + " A run goes if any of the limits says so. Runs that are not over always stay.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs prune --older-than 30d --dry-run",
      "  escarole runs prune --keep 100 --max-size 1GB"
    })
public final class RunsPruneCommand extends AskingCommand<Removal> {

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      description = "Runs that were started longer ago: 90s, 15m, 24h, 30d or 8w.")
  private @Nullable String olderThan;

  @Option(names = "--keep", paramLabel = "N", description = "All but the newest N runs.")
  private @Nullable Integer keep;

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      description =
          "The oldest runs until the others have at most so much: 500MB, 1GB, 2GiB. Outputs and"
              + " workspaces count, and each row of an attempt as 512 bytes.")
  private @Nullable String maxSize;

  @Option(names = "--dry-run", description = "Only says what would be deleted.")
  private boolean dryRun;

  @Override
  protected void check() {
    PruneRequest unused = request();
  }

  @Override
  protected Removal ask(Escarole escarole) {
    return escarole.prune(request());
  }

  @Override
  protected void show(Removal removal, Reach reach) {
    RemovalReport.print(console, removal);
  }

  private PruneRequest request() {
    if (olderThan == null && keep == null && maxSize == null) {
      throw new UsageException(
          "no-limit",
          "say which runs to delete: --older-than, --keep or --max-size",
          "See first what would go: escarole runs prune --older-than 30d --dry-run");
    }
    return new PruneRequest(
        olderThan == null ? null : Amounts.age("--older-than", olderThan).toSeconds(),
        keep == null ? null : count(keep),
        maxSize == null ? null : Amounts.bytes("--max-size", maxSize),
        dryRun);
  }

  private static Long count(int keep) {
    if (keep < 0) {
      throw new UsageException(
          "bad-keep", "--keep must not be negative, was " + keep, "Write for example: --keep 100");
    }
    return (long) keep;
  }
}
