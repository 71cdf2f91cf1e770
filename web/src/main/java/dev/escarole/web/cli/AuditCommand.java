package dev.escarole.web.cli;

import dev.escarole.engine.store.AuditCursor;
import dev.escarole.engine.store.AuditEntry;
import dev.escarole.engine.store.AuditQuery;
import dev.escarole.engine.store.AuditQuery.Which;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAudit;
import dev.escarole.web.view.AuditJson;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists calls of commands. */
@Command(
    name = "audit",
    description = "Lists calls of commands, refused or run, newest first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole audit --denied --since 24h",
      "  escarole audit --principal ci --command sort --json"
    })
final class AuditCommand implements Callable<Integer>, CanPrintJson {

  private static final int MOST = 10_000;
  private static final int SHORT_HASH = 12;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();

  @Option(names = "--denied", description = "Only calls that were refused.")
  private boolean denied;

  @Option(names = "--principal", paramLabel = "NAME", description = "Only calls on its behalf.")
  private @Nullable String principal;

  @Option(names = "--command", paramLabel = "NAME", description = "Only calls of this name.")
  private @Nullable String command;

  @Mixin private TimeRange times = new TimeRange();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many calls. Default: ${DEFAULT-VALUE}.")
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
    List<StoredAudit> calls;
    try (RunStore store = place.openForAudit(console)) {
      calls = store.audit().list(query);
    }
    if (json) {
      JsonOutput.print(console, out -> new AuditJson(out).calls(calls, limit));
    } else if (calls.isEmpty()) {
      console.say("no such calls in " + place.inWords(console));
    } else {
      table(calls);
    }
    return 0;
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

  private void table(List<StoredAudit> calls) {
    DateTimeFormatter clock =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    Columns columns =
        new Columns("AT", "PRINCIPAL", "COMMAND", "OUTCOME", "MS", "FUEL", "ARTIFACT", "STEP");
    for (StoredAudit call : calls) {
      AuditEntry entry = call.entry();
      String artifact = entry.artifact();
      columns.row(
          clock.format(entry.at()),
          Texts.plain(entry.caller().principal()),
          Texts.plain(entry.command()),
          Texts.plain(entry.outcome().toString()),
          String.format(Locale.ROOT, "%.1f", entry.cost().wallNanos() / NANOS_PER_MILLI),
          "" + entry.cost().fuelUsed(),
          artifact == null ? "-" : artifact.substring(0, SHORT_HASH),
          entry.caller().run() == null ? "-" : entry.caller().run() + " " + entry.caller().step());
    }
    columns.print(console);
  }
}
