package dev.escarole.web.app;

import dev.escarole.web.app.output.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Replies and refusals as texts that can be compared. */
final class ReplyText {

  private static final Pattern RUN = Pattern.compile("\\d{8}-\\d{6}-[0-9a-z]{6}");
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
  private static final Pattern AMOUNT =
      Pattern.compile(
          "\"(durationMillis|simulatedMillis|wallNanos|fuelUsed|peakMemoryBytes|pendingEvents|memoryTaken|bytes"
              + "|busy|runs|queued|programs|outputBytes|workspaceBytes|groups|nanos|events|count|millis"
              + "|longestMillis|started|pending|ready|running|waiting|done|exited|ran|cancelled"
              + "|wholeJoins|calls|counted|uptimeMillis"
              + "|threads|heapBytes|freeBytes|diskBytes|oldestQueuedMillis|queuedRuns|oldestQueuedRunMillis)\":(\\d+|null)");

  /** A run that was just started or stopped may be over a moment later. */
  private static final Pattern STANDING =
      Pattern.compile(
          "\"status\":\"(running|done|degraded|cancelled)\",\"accepted\":(null|true|false)");

  private static final Pattern COUNTS =
      Pattern.compile("\"counts\":(null|\\{\"leaves\":\\{[^}]*},\"branches\":\\{[^}]*}})");

  /** The same holds for what has failed until then. */
  private static final Pattern CAUSES = Pattern.compile(",\"mainCauses\":\\[[^\\]]*]");

  private static final Pattern KEY = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private ReplyText() {}

  /** All that a reply or a refusal says. */
  static String of(Supplier<?> ask) {
    try {
      Object reply = ask.get();
      return reply instanceof OutputBytes bytes
          ? text(bytes)
          : new String(Documents.bytes(reply), StandardCharsets.UTF_8)
              + (reply.toString().contains("repeated=true") ? " again" : "");
    } catch (RefusedException e) {
      Refusal refusal = e.refusal();
      return "refused: %s | %s | %s | %s | %s"
          .formatted(
              refusal.code(),
              refusal.message(),
              refusal.hint(),
              refusal.field(),
              refusal.problems());
    }
  }

  private static String text(OutputBytes bytes) {
    return "%d %s %s %s %s%s"
        .formatted(
            bytes.size(),
            bytes.sha256(),
            bytes.fileName(),
            bytes.settled(),
            part(bytes, 0, bytes.size()),
            part(bytes, bytes.size() / 3, bytes.size() / 2));
  }

  private static String part(OutputBytes bytes, long from, long end) {
    try (InputStream in = bytes.open(from, end)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A text without what differs from one run to the next. */
  static String masked(String text) {
    String noRuns = RUN.matcher(text).replaceAll("RUN");
    String noTimes = TIME.matcher(noRuns).replaceAll("TIME");
    String noKeys = KEY.matcher(noTimes).replaceAll("KEY");
    String noStanding = STANDING.matcher(noKeys).replaceAll("STANDING");
    String noCounts = COUNTS.matcher(noStanding).replaceAll("COUNTS");
    String noCauses = CAUSES.matcher(noCounts).replaceAll("");
    return AMOUNT.matcher(noCauses).replaceAll("\"$1\":N");
  }
}
