package dev.escarole.recipe;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files that a recipe consists of: its own and the imported ones. Immutable. */
final class RecipeFiles {
  private static final String MOUNT = "/recipe";
  private static final int LONGEST_CHARACTER = 6;
  private static final long LONGEST_PATH = 4096;

  private final Document own;
  private final String path;
  private final @Nullable Path directory;
  private final boolean placed;
  private final List<RecipeImport> imports;

  /** All imported recipes, direct or not, by path, in the order of their first use. */
  private final Map<String, Recipe> all = new LinkedHashMap<>();

  private final int height;

  private final boolean usesDirectory;
  private final boolean named;

  /**
   * @param usesDirectory whether the recipe itself uses its directory
   */
  RecipeFiles(
      Document own,
      String path,
      RecipeLibrary library,
      List<RecipeImport> imports,
      boolean usesDirectory) {
    this.usesDirectory = usesDirectory;
    this.named = library.hasNames();
    this.own = own;
    this.path = path;
    this.directory = library.directory(path);
    this.placed = library.isInDirectory(path);
    this.imports = List.copyOf(imports);
    int highest = 0;
    for (RecipeImport each : imports) {
      Recipe recipe = each.recipe();
      all.putIfAbsent(each.path(), recipe);
      recipe.files().all.forEach(all::putIfAbsent);
      highest = Math.max(highest, recipe.importHeight() + 1);
    }
    this.height = highest;
  }

  /** What the file is called: its name in the recipe folder, or its file name. */
  String title() {
    boolean inSpace = named && !RecipeNames.space(path).isEmpty();
    return inSpace ? RecipeNames.name(path) : path.substring(path.lastIndexOf('/') + 1);
  }

  /** The directory of the file as commands see it; null if it is not in one. */
  @Nullable String guestDirectory() {
    int end = path.lastIndexOf('/');
    return placed ? MOUNT + (end < 0 ? "" : '/' + path.substring(0, end)) : null;
  }

  /** The directories that commands need, by their names for commands. */
  Map<String, Path> directories() {
    Map<String, Path> needed = new LinkedHashMap<>(ownDirectory());
    all.values().forEach(each -> needed.putAll(each.files().ownDirectory()));
    return needed;
  }

  /** The directories that commands need, as they see them. */
  Set<String> guestDirectories() {
    Set<String> needed = new LinkedHashSet<>();
    addNeeded(needed);
    all.values().forEach(each -> each.files().addNeeded(needed));
    return needed;
  }

  private void addNeeded(Set<String> needed) {
    String guest = guestDirectory();
    if (usesDirectory && guest != null) {
      needed.add(guest);
    }
  }

  private Map<String, Path> ownDirectory() {
    String guest = guestDirectory();
    return usesDirectory && guest != null && directory != null
        ? Map.of(guest, directory)
        : Map.of();
  }

  /** The recipe's own file. */
  Document own() {
    return own;
  }

  List<RecipeImport> imports() {
    return imports;
  }

  Collection<Recipe> imported() {
    return all.values();
  }

  /** The longest chain of imports; 0 without imports. */
  int height() {
    return height;
  }

  List<RecipeFile> list() {
    List<RecipeFile> files = new ArrayList<>();
    files.add(file());
    all.values().forEach(each -> files.add(each.files().file()));
    return List.copyOf(files);
  }

  /** Whether the bundle has at most this many bytes. */
  boolean fitInto(int bytes) {
    long characters = own.text().length();
    for (Recipe each : all.values()) {
      characters += each.source().length();
    }
    // No character takes more bytes in a JSON string, and paths are short.
    boolean surely = LONGEST_CHARACTER * (characters + all.size() * LONGEST_PATH) <= bytes;
    return surely || bundle().getBytes(StandardCharsets.UTF_8).length <= bytes;
  }

  String bundle() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(path, own.text());
    all.forEach((file, recipe) -> texts.put(file, recipe.source()));
    return RecipeBundle.write(path, texts);
  }

  /** Whether one of the files, or what an import may mean, has one of these names or paths. */
  boolean mayMean(Set<String> names) {
    return meansOneOf(names)
        || all.values().stream().anyMatch(each -> each.files().meansOneOf(names));
  }

  private boolean meansOneOf(Set<String> names) {
    return names.contains(path)
        || imports.stream()
            .anyMatch(
                each ->
                    names.contains(each.path())
                        || names.contains(RecipeNames.withoutEnding(each.path()))
                        || names.contains(each.from().strip()));
  }

  private RecipeFile file() {
    return new RecipeFile(path, own.sha256(), directory);
  }

  /**
   * The document that a node's pointer refers to, and the pointer in it.
   *
   * @param pointer of a node, with its file if that is imported
   */
  Located locate(String pointer) {
    // Paths may contain #, pointers of nodes do not.
    int end = pointer.endsWith("#") ? pointer.length() - 1 : pointer.lastIndexOf("#/");
    Recipe imported = end < 0 ? null : all.get(pointer.substring(0, end));
    return imported == null
        ? new Located(own, pointer)
        : new Located(imported.files().own, pointer.substring(end + 1));
  }

  record Located(Document document, String pointer) {}

  /** The text of the file in which a problem is; null if it is not one of these. */
  @Nullable String source(Problem problem) {
    if (own.fileName().equals(problem.file())) {
      return own.text();
    }
    return all.values().stream()
        .map(each -> each.files().own)
        .filter(each -> each.fileName().equals(problem.file()))
        .map(Document::text)
        .findFirst()
        .orElse(null);
  }
}
