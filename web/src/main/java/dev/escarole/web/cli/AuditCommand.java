package dev.escarole.web.cli;

import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.audit.AuditCursor;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.AuditQuery.Which;
import dev.escarole.engine.store.audit.Audited;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.engine.store.audit.Trail;
import dev.escarole.web.view.AuditJson;
import dev.escarole.web.view.AuditJsonReader;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists calls of commands and lines of agents. */
@Command(
    name = "audit",
    description = {
      "Lists calls of commands, refused or run, and lines that agents sent, newest first."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole audit --denied --since 24h",
      "  escarole audit --principal ci --command sort --json",
      "  escarole audit --kind line --principal robot"
    })
final class AuditCommand implements Callable<Integer>, CanPrintJson {

  private static final int MOST = 10_000;
  private static final int SHORT_HASH = 12;
  private static final int LONGEST_LINE = 60;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

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

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  AuditCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    AuditQuery query = query();
    Trail.Kind wanted = kind();
    Remote remote = server.remote(console);
    List<Audited> found = remote == null ? stored(query, wanted) : listed(remote, query);
    if (json) {
      JsonOutput.print(console, out -> new AuditJson(out).trail(found, limit));
    } else if (found.isEmpty()) {
      console.say(
          "no such calls or lines in "
              + (remote == null ? place.inWords(console) : remote.inWords()));
    } else {
      table(found);
    }
    return 0;
  }

  private List<Audited> stored(AuditQuery query, Trail.Kind wanted) {
    try (RunStore store = place.openForAudit(console)) {
      return store.trail().list(query, wanted);
    }
  }

  private List<Audited> listed(Remote remote, AuditQuery query) {
    AuditQuery.Filter filter = query.filter();
    RemoteQuery pages =
        new RemoteQuery("/audit")
            .with("denied", denied ? "true" : null)
            .with("kind", kind)
            .with("principal", filter.principal())
            .with("command", filter.command())
            .with("since", filter.since())
            .with("until", filter.until())
            .with("before", before);
    return pages.all(remote, limit, AuditJsonReader::trail);
  }

  private Trail.Kind kind() {
    if (kind == null) {
      return Trail.Kind.ALL;
    }
    return switch (kind) {
      case "call" -> Trail.Kind.CALL;
      case "line" -> Trail.Kind.LINE;
      default ->
          throw new UsageException(
              "bad-kind",
              "--kind must be call or line, was '" + kind + "'",
              "Leave it out for both.");
    };
  }

  private AuditQuery query() {
    if (limit < 1 || limit > MOST) {
      throw new UsageException(
          "bad-limit", "--limit must be 1 to " + MOST + ", was " + limit, "Choose another number.");
    }
    AuditQuery.Filter filter =
        new AuditQuery.Filter(principal, command, times.since(console), times.until(console));
    return new AuditQuery(limit, denied ? Which.DENIALS : Which.ALL, filter, cursor());
  }

  private @Nullable AuditCursor cursor() {
    try {
      return before == null ? null : AuditCursor.parse(before);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-place", "--before: " + e.getMessage(), "Take 'before' from the JSON of a page.");
    }
  }

  private void table(List<Audited> entries) {
    DateTimeFormatter clock =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    Columns columns =
        new Columns("AT", "PRINCIPAL", "COMMAND", "OUTCOME", "MS", "FUEL", "ARTIFACT", "STEP");
    for (Audited each : entries) {
      List<String> cells = each.fold(call -> cells(call.entry()), line -> cells(line.entry()));
      columns.row(
          Stream.concat(Stream.of(clock.format(at(each))), cells.stream()).toArray(String[]::new));
    }
    columns.print(console);
  }

  private static Instant at(Audited entry) {
    return Instant.ofEpochMilli(entry.place().atMillis());
  }

  private static List<String> cells(AuditEntry call) {
    String artifact = call.artifact();
    return List.of(
        Texts.plain(call.caller().principal()),
        Texts.plain(call.command()),
        Texts.plain(call.outcome().toString()),
        String.format(Locale.ROOT, "%.1f", call.cost().wallNanos() / NANOS_PER_MILLI),
        "" + call.cost().fuelUsed(),
        artifact == null ? "-" : artifact.substring(0, SHORT_HASH),
        call.caller().run() == null ? "-" : call.caller().run() + " " + call.caller().step());
  }

  private static List<String> cells(LineEntry line) {
    String text = Texts.plain(line.text());
    String client = line.sender().client();
    return List.of(
        Texts.plain(line.sender().principal()),
        text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text,
        line.ending().error() == null ? "answered" : line.ending().error(),
        line.ending().durationMillis() + ".0",
        "-",
        "-",
        "line" + (client == null ? "" : " of " + Texts.plain(client)));
  }
}
