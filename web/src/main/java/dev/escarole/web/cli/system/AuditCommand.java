package dev.escarole.web.cli.system;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.audit.AuditList;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.audit.CallPicture;
import dev.escarole.web.app.audit.LinePicture;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.TimeRange;
import dev.escarole.web.cli.text.UsageException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists calls of commands and lines of agents. */
@Command(
    name = "audit",
    description =
        "Lists calls of commands, refused or run, and lines that agents sent, newest first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole audit --denied --since 24h",
      "  escarole audit --principal ci --command sort --json",
      "  escarole audit --kind line --principal robot"
    })
public final class AuditCommand extends AskingCommand<AuditCommand.Found> {

  private static final int MOST = 10_000;
  private static final int LARGEST_PAGE = 1000;
  private static final int SHORT_HASH = 12;
  private static final int LONGEST_LINE = 60;
  private static final double NANOS_PER_MILLI = 1e6;

  @Option(names = "--denied", description = "Only what was refused.")
  private boolean denied;

  @Option(names = "--principal", paramLabel = "NAME", description = "Only on its behalf.")
  private @Nullable String principal;

  @Option(
      names = "--command",
      paramLabel = "NAME",
      description = "Only calls of this name, and lines that name it.")
  private @Nullable String command;

  @Option(
      names = "--kind",
      paramLabel = "call|line",
      description = "Only calls of commands, or only lines of agents.")
  private @Nullable String kind;

  @Mixin private TimeRange times = new TimeRange();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many. Default: ${DEFAULT-VALUE}.")
  private int limit = 50;

  @Option(
      names = "--before",
      paramLabel = "PLACE",
      description = "Goes on from the place that the JSON of a page ends with.")
  private @Nullable String before;

  @Override
  protected void check() {
    AuditListQuery unused = query();
  }

  @Override
  protected Reach open(RunsPlace at, ServerOption asked) {
    return Reach.openForAudit(console, at, asked);
  }

  @Override
  protected void show(Found found, Reach reach) {
    if (found.calls().isEmpty() && found.lines().isEmpty()) {
      console.say("no such calls or lines in " + reach.inWords());
    } else {
      table(found);
    }
  }

  /**
   * What the pages hold together.
   *
   * @param before where '--before' goes on; null if there is no more
   */
  record Found(List<CallPicture> calls, List<LinePicture> lines, @Nullable String before) {
    Found {
      calls = List.copyOf(calls);
      lines = List.copyOf(lines);
    }
  }

  @Override
  protected Found ask(Escarole escarole) {
    AuditListQuery query = query();
    List<CallPicture> calls = new ArrayList<>();
    List<LinePicture> lines = new ArrayList<>();
    String place = query.before();
    do {
      int wanted = Math.min(LARGEST_PAGE, limit - calls.size() - lines.size());
      AuditList page = escarole.audit(query.from(place, wanted));
      calls.addAll(page.calls());
      lines.addAll(page.lines());
      place = page.before();
    } while (place != null && calls.size() + lines.size() < limit);
    return new Found(calls, lines, place);
  }

  private AuditListQuery query() {
    if (kind != null && !kind.equals("call") && !kind.equals("line")) {
      throw new UsageException(
          "bad-kind", "--kind must be call or line, was '" + kind + "'", "Leave it out for both.");
    }
    if (limit < 1 || limit > MOST) {
      throw new UsageException(
          "bad-limit", "--limit must be 1 to " + MOST + ", was " + limit, "Choose another number.");
    }
    return new AuditListQuery(
        kind,
        denied,
        principal,
        command,
        before,
        times.since(console),
        times.until(console),
        limit,
        null);
  }

  private record Row(Instant at, List<String> cells) {}

  private void table(Found found) {
    List<Row> rows = new ArrayList<>();
    found.calls().forEach(call -> rows.add(new Row(call.at(), cells(call))));
    found.lines().forEach(line -> rows.add(new Row(line.timestamp(), cells(line))));
    // Stable: calls of one moment stay in their order.
    rows.sort(Comparator.comparing((Row row) -> row.at().toEpochMilli()).reversed());
    DateTimeFormatter clock =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    Columns columns =
        new Columns("AT", "PRINCIPAL", "COMMAND", "OUTCOME", "MS", "FUEL", "ARTIFACT", "STEP");
    for (Row row : rows) {
      columns.row(
          Stream.concat(Stream.of(clock.format(row.at())), row.cells().stream())
              .toArray(String[]::new));
    }
    columns.print(console);
  }

  private static List<String> cells(CallPicture call) {
    String artifact = call.artifact();
    String outcome = call.outcome();
    return List.of(
        TextFormat.plain(call.principal()),
        TextFormat.plain(call.command()),
        TextFormat.plain(
            switch (outcome) {
              case "exited" -> outcome + "(" + call.exitCode() + ")";
              case "trapped" -> outcome + "(" + call.detail() + ")";
              default -> outcome;
            }),
        String.format(Locale.ROOT, "%.1f", call.wallNanos() / NANOS_PER_MILLI),
        "" + call.fuelUsed(),
        artifact == null ? "-" : TextFormat.fit(TextFormat.plain(artifact), SHORT_HASH, ""),
        call.run() == null ? "-" : TextFormat.plain(call.run() + " " + call.step()));
  }

  private static List<String> cells(LinePicture line) {
    String text = TextFormat.plain(line.command());
    String client = line.sender().client();
    String error = line.errorCode();
    return List.of(
        TextFormat.plain(line.sender().principal()),
        text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text,
        error == null ? "answered" : TextFormat.plain(error),
        line.durationMillis() + ".0",
        "-",
        "-",
        "line" + (client == null ? "" : " of " + TextFormat.plain(client)));
  }
}
