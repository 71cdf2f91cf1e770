package dev.escarole.web.app.local.history;

import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.RecipeText;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.app.recipe.RecipeVersions;
import dev.escarole.web.app.recipe.RecipeVersions.Difference;
import dev.escarole.web.app.recipe.RecipeVersions.Hunk;
import dev.escarole.web.app.recipe.RecipeVersions.Line;
import dev.escarole.web.app.recipe.RecipeVersions.Version;
import dev.escarole.web.app.recipe.RecipeVersions.VersionsQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Reads the versions of one recipe. Used once, by one thread. */
public final class VersionReading {

  private static final int AROUND = 3;
  private static final int LEAST_PREFIX = 6;

  private final String name;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<Version> versions = new ArrayList<>();

  private VersionReading(String name) {
    this.name = name;
  }

  /**
   * The versions of a recipe of the folder.
   *
   * @param ran the texts that its runs were started with, the last used one first
   */
  public static RecipeVersions of(FolderEntry entry, List<RecipeText> ran, VersionsQuery query) {
    VersionReading reading = new VersionReading(entry.name());
    Map<String, RecipeText> left = new LinkedHashMap<>();
    ran.forEach(each -> left.put(each.sha256(), each));
    if (!entry.valid()) {
      reading.add(entry.reading().source(), "invalid", left);
    }
    entry.runnable().map(Recipe::portable).ifPresent(text -> reading.add(text, "in-force", left));
    List.copyOf(left.values()).forEach(each -> reading.add(each.text(), "earlier", left));
    return reading.compared(query);
  }

  private void add(String text, String standing, Map<String, RecipeText> left) {
    String version = Content.of(text).sha256();
    RecipeText ran = left.remove(version);
    texts.put(version, text);
    versions.add(
        new Version(
            version,
            standing,
            ran == null ? 0 : ran.runs(),
            ran == null ? null : ran.first().value(),
            ran == null ? null : ran.firstAt(),
            ran == null ? null : ran.last().value(),
            ran == null ? null : ran.lastAt(),
            (int) text.lines().count()));
  }

  private RecipeVersions compared(VersionsQuery query) {
    String from = query.from();
    String to = query.to();
    if (from == null && to == null) {
      return new RecipeVersions(name, versions, null);
    }
    if (from == null) {
      throw RefusedException.of(
          RefusalCode.BAD_FILTER,
          "from",
          "'to' was given without 'from'",
          "Give both, or only 'from' to compare it with the present text.");
    }
    String one = version(from);
    String other = to == null ? present() : version(to);
    return new RecipeVersions(name, versions, difference(one, other));
  }

  private String present() {
    return versions.isEmpty() ? version("") : versions.get(0).version();
  }

  private String version(String prefix) {
    List<String> found =
        prefix.length() < LEAST_PREFIX
            ? List.of()
            : texts.keySet().stream()
                .filter(each -> each.startsWith(prefix.toLowerCase(Locale.ROOT)))
                .toList();
    if (found.size() != 1) {
      throw new RefusedException(
          RefusalCode.NO_SUCH_VERSION,
          "recipe '%s' has no version '%s'".formatted(name, VerbInput.shortened(prefix)),
          "The list of its versions has their hashes; give at least six digits of one.");
    }
    return found.get(0);
  }

  private Difference difference(String from, String to) {
    List<LineDiff.Edit> edits = LineDiff.of(lines(from), lines(to));
    return new Difference(
        from,
        to,
        count(edits, LineDiff.Kind.ADDED),
        count(edits, LineDiff.Kind.REMOVED),
        hunks(edits));
  }

  private List<String> lines(String version) {
    return Objects.requireNonNull(texts.get(version)).lines().toList();
  }

  private static int count(List<LineDiff.Edit> edits, LineDiff.Kind kind) {
    return (int) edits.stream().filter(each -> each.kind() == kind).count();
  }

  private static List<Hunk> hunks(List<LineDiff.Edit> edits) {
    List<Hunk> hunks = new ArrayList<>();
    int[] places = {1, 1};
    int told = 0;
    for (int i = 0; i < edits.size(); i++) {
      if (edits.get(i).kind() == LineDiff.Kind.SAME) {
        continue;
      }
      int start = Math.max(told, i - AROUND);
      int end = end(edits, i);
      advance(edits, told, start, places);
      hunks.add(new Hunk(places[0], places[1], shown(edits.subList(start, end))));
      advance(edits, start, end, places);
      told = end;
      i = end - 1;
    }
    return hunks;
  }

  /** Behind the lines that follow the last change which is near enough. */
  private static int end(List<LineDiff.Edit> edits, int first) {
    int last = first;
    for (int i = first; i < edits.size() && i <= last + 2 * AROUND; i++) {
      last = edits.get(i).kind() == LineDiff.Kind.SAME ? last : i;
    }
    return Math.min(edits.size(), last + 1 + AROUND);
  }

  private static void advance(List<LineDiff.Edit> edits, int from, int to, int[] places) {
    for (LineDiff.Edit each : edits.subList(from, to)) {
      places[0] += each.kind() == LineDiff.Kind.ADDED ? 0 : 1;
      places[1] += each.kind() == LineDiff.Kind.REMOVED ? 0 : 1;
    }
  }

  private static List<Line> shown(List<LineDiff.Edit> edits) {
    return edits.stream()
        .map(each -> new Line(each.kind().name().toLowerCase(Locale.ROOT), each.text()))
        .toList();
  }
}
