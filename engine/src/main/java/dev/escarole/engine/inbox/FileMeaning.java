package dev.escarole.engine.inbox;

import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.wasi.host.HostDirectory;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.InboxRule;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeNames;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.NearestName;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says what a file means: data for the recipe whose rule takes it, a request, or a recipe. */
final class FileMeaning {

  private static final String RECIPE = "recipe";
  private static final String VALUES = "values";
  private static final String STDIN = "stdin";
  private static final List<String> FIELDS = List.of(RECIPE, VALUES, STDIN);
  private static final int MOST_PROBLEMS = 20;

  private final InboxHost host;
  private final int mostInput;

  /**
   * @param mostInput most bytes of the standard input of a run
   */
  FileMeaning(InboxHost host, long mostInput) {
    this.host = host;
    this.mostInput = Math.toIntExact(Math.min(mostInput, Integer.MAX_VALUE - 16));
  }

  /**
   * What a file asks for.
   *
   * @param sha256 of the file
   * @param values launch values
   * @param stdin standard input
   * @param data the file itself, if it is data; null otherwise
   */
  record Order(
      String sha256,
      Recipe recipe,
      Map<String, Object> values,
      Content stdin,
      @Nullable GivenFile data) {}

  /** A file means nothing that can be run; the message is for people. */
  static final class UnusableFileException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableFileException(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * Where a file is.
   *
   * @param directory that holds it alone
   * @param inbox where the standard input of a request is
   * @param settled whether a standard input that looks like this does not change any more
   */
  record Source(HostDirectory directory, HostDirectory inbox, Predicate<Rooms.Stamp> settled) {}

  /** Whether something takes a file of this name. */
  boolean takes(String name) {
    return RecipeNames.isInFolder(name)
        || host.recipes().stream().anyMatch(each -> takes(each, name));
  }

  private static boolean takes(Recipe recipe, String name) {
    InboxRule rule = recipe.inbox();
    return rule != null && !recipe.isDisabled() && rule.takes(name);
  }

  /**
   * Reads a file.
   *
   * @return null if the file, or what it names, changes at this moment
   * @throws UnusableFileException if it cannot be run
   * @throws IOException if it cannot be read now
   */
  @Nullable Order read(Source source, String name) throws IOException, UnusableFileException {
    List<Recipe> takers = host.recipes().stream().filter(each -> takes(each, name)).toList();
    if (takers.size() > 1) {
      throw new UnusableFileException(
          "%d rules take this file: %s. Nothing was started, because one file starts one run. Change"
                  .formatted(takers.size(), rules(takers))
              + " a pattern so that only one matches, or rename the file.");
    }
    if (takers.size() == 1) {
      return data(takers.get(0), source.directory(), name);
    }
    if (!RecipeNames.isInFolder(name)) {
      throw new UnusableFileException(
          "No recipe takes this file any more: no 'inbox' rule matches its name.");
    }
    byte[] bytes =
        bytes(source.directory(), name, RecipeLimits.DEFAULTS.maxBytes(), "a recipe or request");
    return bytes == null ? null : definition(bytes, name, source);
  }

  private static String rules(List<Recipe> takers) {
    return takers.stream()
        .map(
            each ->
                "'%s' (%s)".formatted(each.title(), Objects.requireNonNull(each.inbox()).match()))
        .collect(Collectors.joining(", "));
  }

  private static @Nullable Order data(Recipe recipe, HostDirectory directory, String name)
      throws IOException {
    Rooms.Stamp before = Rooms.stamp(directory, name);
    String sha256 = Rooms.sha256(directory, name);
    if (before == null || !before.equals(Rooms.stamp(directory, name))) {
      return null;
    }
    String as = Objects.requireNonNull(recipe.inbox()).as();
    GivenFile data = new GivenFile(FileNames.plain(name), as, () -> Rooms.stream(directory, name));
    return new Order(sha256, recipe, Map.of(), Content.EMPTY, data);
  }

  private static byte @Nullable [] bytes(
      HostDirectory directory, String name, int most, String what)
      throws IOException, UnusableFileException {
    Rooms.Stamp stamp = Rooms.stamp(directory, name);
    if (stamp == null) {
      throw new NoSuchFileException(name);
    }
    if (stamp.bytes() > most) {
      throw new UnusableFileException(
          "'%s' has %,d bytes; %s has at most %,d.".formatted(name, stamp.bytes(), what, most));
    }
    return Rooms.read(directory, name, most);
  }

  private @Nullable Order definition(byte[] bytes, String name, Source source)
      throws IOException, UnusableFileException {
    try {
      Document document = Document.read(bytes, name, RecipeLimits.DEFAULTS);
      if (document.plain() instanceof Map<?, ?> fields
          && fields.containsKey(RECIPE)
          && !fields.containsKey("template")) {
        return request(document, fields, source, Content.of(bytes).sha256());
      }
      Recipe recipe = new RecipeReader().read(document);
      return new Order(
          Content.of(bytes).sha256(), recipe, Map.of(), Content.EMPTY, /* data= */ null);
    } catch (RecipeException e) {
      throw new UnusableFileException(words(e));
    }
  }

  /** The problems of a recipe, a request or its values. */
  static String words(RecipeException invalid) {
    List<Problem> problems = invalid.problems();
    String shown =
        problems.stream()
            .limit(MOST_PROBLEMS)
            .map(Problem::render)
            .collect(Collectors.joining("\n"));
    int more = problems.size() - MOST_PROBLEMS;
    return more > 0 ? shown + "\nand " + more + " more" : shown;
  }

  private @Nullable Order request(Document document, Map<?, ?> fields, Source source, String sha256)
      throws IOException, UnusableFileException {
    if (!document.mistakes().isEmpty()) {
      throw new RecipeException(document.mistakes());
    }
    checkFields(document, fields);
    String recipe = text(document, fields, RECIPE);
    if (recipe == null || recipe.isBlank()) {
      throw wrong(document, RECIPE, "must be the name of a recipe");
    }
    Content stdin = stdin(document, text(document, fields, STDIN), source);
    Recipe named = named(recipe);
    if (stdin == null || named == null) {
      return null;
    }
    return new Order(sha256, named, values(document, fields.get(VALUES)), stdin, /* data= */ null);
  }

  private @Nullable Recipe named(String recipe) throws UnusableFileException {
    try {
      return host.recipe(recipe);
    } catch (RecipeException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UnusableFileException(String.valueOf(e.getMessage()));
    }
  }

  private static void checkFields(Document document, Map<?, ?> fields) {
    for (Object key : fields.keySet()) {
      String field = String.valueOf(key);
      if (!FIELDS.contains(field) && !field.equals("$schema")) {
        String nearest = NearestName.of(field, FIELDS);
        throw new RecipeException(
            List.of(
                document.error(
                    "unknown-field",
                    "'" + field + "' is not a field of a request",
                    nearest == null
                        ? "A request has recipe, values and stdin."
                        : "Did you mean '" + nearest + "'?",
                    "/" + field.replace("~", "~0").replace("/", "~1"))));
      }
    }
  }

  private static @Nullable String text(Document document, Map<?, ?> fields, String field) {
    Object value = fields.get(field);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrong(document, field, "must be a string");
  }

  private static RecipeException wrong(Document document, String field, String what) {
    return new RecipeException(
        List.of(document.error("wrong-type", "'" + field + "' " + what, null, "/" + field)));
  }

  private static Map<String, Object> values(Document document, @Nullable Object given) {
    if (given != null && !(given instanceof Map<?, ?>)) {
      throw wrong(document, VALUES, "must be an object");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    if (given != null) {
      ((Map<?, ?>) given)
          .forEach(
              (name, value) -> {
                if (value != null) {
                  values.put(String.valueOf(name), value);
                }
              });
    }
    return values;
  }

  /** Reads a file in the inbox, by a relative path without links; null if it changes just now. */
  private @Nullable Content stdin(Document document, @Nullable String path, Source source)
      throws IOException, UnusableFileException {
    if (path == null) {
      return Content.EMPTY;
    }
    String[] parts = path.split("/", -1);
    for (String part : parts) {
      if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf('\0') >= 0) {
        throw wrong(document, STDIN, "must be the path of a file in the inbox, such as input.txt");
      }
    }
    HostDirectory at = source.inbox().retain();
    try {
      for (int i = 0; i < parts.length - 1; i++) {
        HostDirectory next = at.openDirectory(parts[i]);
        at.close();
        at = next;
      }
      String name = parts[parts.length - 1];
      Rooms.Stamp stamp = Rooms.stamp(at, name);
      if (parts[0].equals(Rooms.OWN) || stamp == null) {
        throw missing(document, path);
      }
      if (!source.settled().test(stamp)) {
        return null;
      }
      byte[] bytes = bytes(at, name, mostInput, "the input of a run");
      return bytes == null ? null : Content.of(bytes);
    } catch (IOException e) {
      throw missing(document, path);
    } finally {
      at.close();
    }
  }

  private static RecipeException missing(Document document, String path) {
    return new RecipeException(
        List.of(
            document.error(
                "no-such-file",
                "'stdin' names '" + path + "', which is no file in the inbox",
                "Drop it before the request; links and files elsewhere are not read.",
                "/" + STDIN)));
  }
}
