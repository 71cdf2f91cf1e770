package dev.escarole.web.cli.runs;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.StorageHint;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.TimeRange;
import dev.escarole.web.cli.text.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists runs. */
@Command(
    name = "list",
    description = "Lists runs, newest first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs list --status degraded --limit 5",
      "  escarole runs list --status failed --status cancelled --since 24h",
      "  escarole runs list --recipe census --label nightly --json"
    })
public final class RunsListCommand extends AskingCommand<Map<String, List<RunHead>>> {

  private static final int MOST = 10_000;
  private static final int LARGEST_PAGE = 1000;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      completionCandidates = Statuses.class,
      description = "Only runs of this status, or these: ${COMPLETION-CANDIDATES}.")
  private Set<RunStatus> statuses = EnumSet.noneOf(RunStatus.class);

  @Option(names = "--recipe", paramLabel = "NAME", description = "Only runs of this recipe.")
  private @Nullable String recipe;

  @Option(names = "--label", paramLabel = "TEXT", description = "Only runs with this label.")
  private @Nullable String label;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      description = "Only runs on behalf of this principal.")
  private @Nullable String principal;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Only runs with this in recipe name, label or error, or an id that begins so.")
  private @Nullable String text;

  @Mixin private TimeRange times = new TimeRange();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many runs. Default: ${DEFAULT-VALUE}.")
  private int limit = 20;

  static final class Statuses implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(RunStatus.values()).map(RunStatus::word).iterator();
    }
  }

  @Override
  protected void check() {
    if (limit < 1 || limit > MOST) {
      throw new UsageException(
          "bad-limit", "--limit must be 1 to " + MOST + ", was " + limit, "Choose another number.");
    }
  }

  @Override
  protected Map<String, List<RunHead>> ask(Escarole escarole) {
    return Map.of("runs", listed(escarole));
  }

  @Override
  protected void show(Map<String, List<RunHead>> reply, Reach reach) {
    List<RunHead> runs = reply.getOrDefault("runs", List.of());
    if (runs.isEmpty()) {
      console.say("no such runs in " + reach.inWords());
      return;
    }
    table(runs);
    String much = StorageHint.ifMuch(reach.escarole().system(NoInput.NONE).storage());
    if (much != null) {
      console.say(much);
    }
  }

  /** As many pages as it takes. */
  private List<RunHead> listed(Escarole escarole) {
    RunsQuery query =
        RunsQuery.latest(Math.min(limit, LARGEST_PAGE))
            .withStatus(List.copyOf(statuses))
            .withRecipe(recipe)
            .withLabel(label)
            .withPrincipal(principal)
            .withText(text)
            .withTimes(times.since(console), times.until(console));
    List<RunHead> runs = new ArrayList<>();
    String next = null;
    do {
      RunPage page = escarole.runs(query.withCursor(next));
      runs.addAll(page.runs());
      next = page.next();
    } while (next != null && runs.size() < limit);
    return runs.size() > limit ? runs.subList(0, limit) : runs;
  }

  private void table(List<RunHead> runs) {
    Columns columns =
        new Columns(
            row(
                column -> column.heading().toUpperCase(Locale.ROOT),
                "RUN",
                "STATUS",
                "ACCEPTED",
                "STARTED",
                "DURATION",
                "RECIPE"));
    for (RunHead run : runs) {
      Long millis = run.durationMillis();
      columns.row(
          row(
              column -> TextFormat.plain(column.of(run)),
              run.run(),
              run.status().word(),
              run.accepted() == null ? "-" : run.accepted() ? "yes" : "no",
              TextFormat.time(run.startedAt()),
              millis == null ? "-" : TextFormat.duration(millis),
              TextFormat.plain(run.recipe())));
    }
    columns.print(console);
  }

  private static String[] row(Function<RunHead.Column, String> more, String... cells) {
    return Stream.concat(Stream.of(cells), RunHead.COLUMNS.stream().map(more))
        .toArray(String[]::new);
  }
}
