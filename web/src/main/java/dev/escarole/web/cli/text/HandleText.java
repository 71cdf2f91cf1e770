package dev.escarole.web.cli.text;

import dev.escarole.web.app.run.HandlePicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what handles gave back. */
public final class HandleText {

  private static final int MOST_LINES = 20;

  private HandleText() {}

  /** An empty line, a headline and the beginning of the output for each of them. */
  public static List<String> lines(List<HandlePicture> handles, Paint paint) {
    List<String> lines = new ArrayList<>();
    for (HandlePicture each : handles) {
      lines.add("");
      lines.add(
          paint.bold(TextFormat.plain("handle " + each.handle() + " at " + each.path()))
              + ending(each.result()));
      if (each.result().get("stdout") instanceof String text) {
        text.lines().limit(MOST_LINES).forEach(line -> lines.add("  " + TextFormat.plain(line)));
      }
    }
    return lines;
  }

  private static String ending(Map<String, Object> result) {
    return ": exit code "
        + result.get("exitCode")
        + captured("stdout", result.get("stdout"))
        + captured("stderr", result.get("stderr"))
        + (Boolean.TRUE.equals(result.get("truncated")) ? ", truncated" : "");
  }

  private static String captured(String stream, @Nullable Object captured) {
    if (captured instanceof String text) {
      return ", " + TextFormat.count(text.length(), "character", "characters") + " of " + stream;
    }
    return captured instanceof byte[] binary
        ? ", " + TextFormat.count(binary.length, "byte", "bytes") + " of " + stream
        : "";
  }
}
