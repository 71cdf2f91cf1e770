package dev.escarole.web.app.local;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.AttemptOutputQuery;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.TextDifference;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares texts of runs, as much of them as takes no long time. Thread-safe. */
final class TextDifferences {

  private static final int MOST_BYTES = 512 * 1024;
  private static final int MOST_LINES = 5_000;
  private static final int MOST_SHOWN = 2_000;
  private static final int LONGEST_LINE = 2_000;
  private static final int AROUND = 3;

  private final Installation installation;
  private final RunReading reading;

  TextDifferences(Installation installation, RunReading reading) {
    this.installation = installation;
    this.reading = reading;
  }

  /**
   * A text.
   *
   * @param lines its first lines; null if it is not text
   * @param cut whether it has more
   */
  private record Text(TextDifference.Side side, @Nullable List<String> lines, boolean cut) {}

  TextDifference of(TextDifference.Query query) {
    String other = query.other();
    Text before = text(query.run(), query.what(), query.path());
    String path = query.otherPath() == null ? query.path() : query.otherPath();
    Text after = other == null ? now(query) : text(other, query.what(), path);
    boolean same = before.side().sha256().equals(after.side().sha256());
    boolean text = before.lines() != null && after.lines() != null;
    List<TextDifference.Line> lines =
        same || before.lines() == null || after.lines() == null
            ? List.of()
            : lines(before.lines(), after.lines());
    boolean many = lines.size() > MOST_SHOWN;
    boolean more = !same && (many || (text && (before.cut() || after.cut())));
    return new TextDifference(
        before.side(),
        after.side(),
        same,
        text,
        many ? lines.subList(0, MOST_SHOWN) : lines,
        more);
  }

  private Text now(TextDifference.Query query) {
    if (!query.what().equals("recipe")) {
      throw RefusedException.of(
          RefusalCode.MISSING_PARAMETER,
          "other",
          "'other' is missing: only a recipe can be compared without another run",
          "Name the run to compare with.");
    }
    String recipe = reading.named(query.run()).recipe();
    WantedRecipe.Named named = new WantedRecipe.Named(recipe);
    return of("now", installation.recipes().find(named).portable());
  }

  private Text text(String run, String what, @Nullable String path) {
    RunId id = reading.id(run);
    String name = id.value();
    return switch (what) {
      case "recipe" ->
          of(name, installation.engine().records().launch(id).orElseThrow().recipeSource());
      case "input" -> of(name, reading.output(name, "stdin"));
      case "result" -> of(name, reading.output(name, "stdout"));
      default -> output(id, what, path);
    };
  }

  private Text output(RunId run, String stream, @Nullable String path) {
    if (path == null) {
      throw RefusedException.of(
          RefusalCode.MISSING_PARAMETER,
          "path",
          "'path' is missing: the outputs of a step are compared",
          "Name the step, such as 0.2.1.");
    }
    String step = reading.path(run, path);
    return of(
        run + " " + step,
        reading.attemptOutput(new AttemptOutputQuery(run.value(), step, "last", stream)));
  }

  private static Text of(String from, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MOST_BYTES);
    return text(
        new TextDifference.Side(from, bytes.length, Content.of(bytes).sha256()), bytes, length);
  }

  private static Text of(String from, OutputBytes output) {
    int length = (int) Math.min(output.size(), MOST_BYTES);
    try (InputStream in = output.open(0, length)) {
      byte[] bytes = in.readNBytes(length);
      return text(
          new TextDifference.Side(from, output.size(), output.sha256()), bytes, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Text text(TextDifference.Side side, byte[] bytes, int length) {
    boolean cut = side.bytes() > length;
    int end = length;
    if (cut) {
      // Not in the middle of a line, and so of no character.
      while (end > 0 && bytes[end - 1] != '\n') {
        end--;
      }
    }
    String text = decoded(bytes, end == 0 ? length : end);
    if (text == null || text.indexOf('\0') >= 0) {
      return new Text(side, null, cut);
    }
    List<String> lines = text.lines().limit(MOST_LINES + 1L).toList();
    return lines.size() > MOST_LINES
        ? new Text(side, lines.subList(0, MOST_LINES), true)
        : new Text(side, lines, cut);
  }

  private static @Nullable String decoded(byte[] bytes, int length) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** More lines than are shown only if there are too many. */
  private static List<TextDifference.Line> lines(List<String> before, List<String> after) {
    List<TextDifference.Line> lines = new ArrayList<>();
    int shown = 0;
    List<AbstractDelta<String>> deltas =
        DiffUtils.diff(before, after, new MyersDiffWithLinearSpace<>()).getDeltas();
    for (int i = 0; i < deltas.size() && lines.size() <= MOST_SHOWN; i++) {
      AbstractDelta<String> delta = deltas.get(i);
      if (delta.getType() == DeltaType.EQUAL) {
        continue;
      }
      int start = delta.getSource().getPosition();
      int shift = delta.getTarget().getPosition() - start;
      for (int at = Math.max(shown, start - AROUND); at < start; at++) {
        lines.add(line("same", at, at + shift, before.get(at)));
      }
      int at = start;
      for (String line : delta.getSource().getLines()) {
        lines.add(line("removed", at++, null, line));
      }
      int to = delta.getTarget().getPosition();
      for (String line : delta.getTarget().getLines()) {
        lines.add(line("added", null, to++, line));
      }
      int next = i + 1 < deltas.size() ? deltas.get(i + 1).getSource().getPosition() : before.size();
      shown = Math.min(next, at + AROUND);
      for (; at < shown; at++, to++) {
        lines.add(line("same", at, to, before.get(at)));
      }
    }
    return lines;
  }

  private static TextDifference.Line line(
      String kind, @Nullable Integer before, @Nullable Integer after, String text) {
    return new TextDifference.Line(
        kind,
        before == null ? null : (Integer) (before + 1),
        after == null ? null : (Integer) (after + 1),
        text.codePointCount(0, text.length()) <= LONGEST_LINE
            ? text
            : text.substring(0, text.offsetByCodePoints(0, LONGEST_LINE)) + "…");
  }
}
