package dev.escarole.web.cli;

import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.handle.HandleResult;
import dev.escarole.web.view.HandleView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what handles gave back. */
final class HandleText {

  private static final int MOST_LINES = 20;

  private HandleText() {}

  /** An empty line, a headline and the beginning of the output for each of them. */
  static List<String> lines(List<HandleView> handles, Paint paint) {
    List<String> lines = new ArrayList<>();
    for (HandleView each : handles) {
      lines.add("");
      lines.add(
          paint.bold(Texts.plain("handle " + each.handle() + " at " + each.path()))
              + ending(each.result()));
      if (each.result().stdout() instanceof FormValue.Text text) {
        text.value().lines().limit(MOST_LINES).forEach(line -> lines.add("  " + Texts.plain(line)));
      }
    }
    return lines;
  }

  private static String ending(HandleResult result) {
    return ": exit code "
        + result.exitCode()
        + captured("stdout", result.stdout())
        + captured("stderr", result.stderr())
        + (result.truncated() ? ", truncated" : "");
  }

  private static String captured(String stream, @Nullable FormValue captured) {
    if (captured instanceof FormValue.Text text) {
      return ", " + Texts.count(text.value().length(), "character", "characters") + " of " + stream;
    }
    return captured instanceof FormValue.Binary binary
        ? ", " + Texts.count(binary.length(), "byte", "bytes") + " of " + stream
        : "";
  }
}
