package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogRow.Kind;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.CatalogRow.TreeSource;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.NearestNames;
import dev.escarole.engine.command.Needs;
import dev.escarole.engine.command.ProgramTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads {@code catalog.yaml}. A mistake anywhere refuses the whole file, with every mistake. */
final class CatalogReader {

  private static final int MOST_CHARACTERS = 4 << 20;
  private static final Set<String> FILE = Set.of("rows", "seed");
  private static final Set<String> ROW =
      Set.of(
          "kind",
          "about",
          "licence",
          "from",
          "sha256",
          "mode",
          "aliases",
          "needs",
          "test",
          "tests",
          "commands",
          "resources",
          "source",
          "harness");
  private static final Set<String> MEMBER =
      Set.of("path", "sha256", "mode", "aliases", "test", "tests", "resources", "harness");
  private static final Set<String> RESOURCE = Set.of("path", "sha256");
  private static final Set<String> NEEDS =
      Set.of("memory", "fuel", "wall_clock", "directories", "environment");
  private static final Set<String> TREE = Set.of("from", "sha256", "path", "tree");
  private static final int MOST_TREES = 8;
  private static final Set<String> TEST =
      Set.of("command", "argv", "stdin", "stdout", "matches", "exit");

  private final String file;
  private final boolean own;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param file how messages name the file
   * @param own whether the rows are the operator's
   */
  CatalogReader(String file, boolean own) {
    this.file = file;
    this.own = own;
  }

  /** A value that does not fit; the message completes "row 'x': key …". */
  static final class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mistake(String message) {
      super(message);
    }
  }

  /**
   * The contents of a file.
   *
   * @param rows sorted by name
   * @param seed names of rows that a server adds when it starts
   */
  record Contents(List<CatalogRow> rows, List<String> seed) {
    Contents {
      rows = List.copyOf(rows);
      seed = List.copyOf(seed);
    }
  }

  /**
   * Reads the rows of a file, sorted by name.
   *
   * @throws CatalogException with every mistake
   */
  List<CatalogRow> read(String text) throws CatalogException {
    return readAll(text).rows();
  }

  /**
   * Reads a file.
   *
   * @throws CatalogException with every mistake
   */
  Contents readAll(String text) throws CatalogException {
    Map<String, Object> root = root(text);
    List<String> seed = seed(root);
    Map<String, CatalogRow> rows = new TreeMap<>();
    for (Map.Entry<?, ?> entry : entries(root).entrySet()) {
      String name = String.valueOf(entry.getKey());
      try {
        rows.put(name, row(name, map(entry.getValue(), "the row", ROW)));
      } catch (Mistake | IllegalArgumentException e) {
        problems.add("row '%s': %s".formatted(name, e.getMessage()));
      }
    }
    mustNameOnce(rows);
    if (!problems.isEmpty()) {
      throw new CatalogException(
          CatalogException.Reason.BAD_CATALOG,
          file + ": " + String.join("; ", problems),
          "Correct the file; until then none of its rows counts.");
    }
    return new Contents(List.copyOf(rows.values()), seed);
  }

  private List<String> seed(Map<String, Object> root) {
    try {
      return texts(root.get("seed"), "seed");
    } catch (Mistake e) {
      problems.add(String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  private Map<?, ?> entries(Map<String, Object> root) {
    Object rows = root.get("rows");
    if (rows != null && !(rows instanceof Map)) {
      problems.add("rows must be a mapping of names to rows");
    }
    return rows instanceof Map<?, ?> map ? map : Map.of();
  }

  private void mustNameOnce(Map<String, CatalogRow> rows) {
    Map<String, String> owners = new TreeMap<>();
    for (CatalogRow row : rows.values()) {
      for (String command : row.commands()) {
        String other = owners.putIfAbsent(command, row.name());
        if (other != null) {
          problems.add(
              "the command '%s' is in '%s' and '%s'".formatted(command, other, row.name()));
        }
      }
    }
  }

  private Map<String, Object> root(String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setCodePointLimit(MOST_CHARACTERS)
            .setMaxAliasesForCollections(0)
            .build();
    try {
      return map(new Load(settings).loadFromString(text), "the file", FILE);
    } catch (YamlEngineException e) {
      problems.add(String.valueOf(e.getMessage()).lines().findFirst().orElse("it is not YAML"));
    } catch (StackOverflowError e) {
      problems.add("it is nested too deep");
    } catch (Mistake e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return Map.of();
  }

  private CatalogRow row(String name, Map<String, Object> row) {
    valid(name);
    Kind kind = kind(text(row, "kind"));
    Coordinate source = Coordinate.Syntax.parse(text(row, "from"));
    if (kind.isSource() != row.containsKey("source")) {
      throw new Mistake(
          kind.isSource()
              ? "source is missing: how it is built"
              : "source is for rows of kind c, js and python");
    }
    if (kind.isSource() && (row.containsKey("mode") || row.containsKey("resources"))) {
      throw new Mistake("mode and resources are for programs that are fetched");
    }
    List<Program> programs = new ArrayList<>();
    if (kind != Kind.BUNDLE) {
      programs.add(program(kind, name, source, row));
    } else {
      Map<String, Object> members = map(row.get("commands"), "commands", null);
      members.forEach(
          (command, value) -> {
            Map<String, Object> member = map(value, command, MEMBER);
            programs.add(program(kind, command, source.withMember(text(member, "path")), member));
          });
      if (programs.isEmpty()) {
        throw new Mistake("commands must hold at least one command");
      }
    }
    List<TreeSource> trees = trees(row.get("needs"), source);
    if (kind.isSource() && !trees.isEmpty()) {
      throw new Mistake("needs.directories is for programs that are fetched");
    }
    return new CatalogRow(
        name,
        kind,
        optional(row, "about"),
        optional(row, "licence"),
        source,
        programs,
        needs(row.get("needs"), trees),
        trees,
        own);
  }

  private static Kind kind(String word) {
    return Arrays.stream(Kind.values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () -> new Mistake("kind must be wasm, bundle, c, js or python, was '" + word + "'"));
  }

  private static Program program(
      Kind kind, String name, Coordinate source, Map<String, Object> row) {
    valid(name);
    ArtifactId hash = hash(row, "sha256");
    ArgumentMode mode =
        row.containsKey("mode")
            ? ArgumentMode.of(text(row, "mode"))
                .orElseThrow(() -> new Mistake("mode must be argv or stdin1"))
            : ArgumentMode.ARGV;
    List<String> aliases = texts(row.get("aliases"), "aliases");
    aliases.forEach(CatalogReader::valid);
    Set<String> names = new HashSet<>(aliases);
    if (names.size() < aliases.size() || names.contains(name)) {
      throw new Mistake("aliases names a command twice");
    }
    return new Program(
        name,
        source,
        hash,
        mode,
        aliases,
        tests(name, row),
        resources(row),
        kind.isSource() ? SourceBuildReader.read(kind, source, row.get("source")) : null,
        optional(row, "harness"));
  }

  private static Map<String, ArtifactId> resources(Map<String, Object> row) {
    Map<String, ArtifactId> resources = new TreeMap<>();
    if (row.get("resources") instanceof List<?> list) {
      for (Object each : list) {
        Map<String, Object> resource = map(each, "resources", RESOURCE);
        resources.put(text(resource, "path"), hash(resource, "sha256"));
      }
    } else if (row.get("resources") != null) {
      throw new Mistake("resources must be a list");
    }
    return resources;
  }

  private static void valid(String name) {
    if (!Command.isValidName(name)) {
      throw new Mistake("'" + name + "' cannot name a command");
    }
  }

  private static List<SmokeTest> tests(String name, Map<String, Object> row) {
    List<SmokeTest> tests = new ArrayList<>();
    if (row.get("test") != null) {
      tests.add(test(name, map(row.get("test"), "test", TEST)));
    }
    if (row.get("tests") instanceof List<?> several) {
      several.forEach(each -> tests.add(test(name, map(each, "tests", TEST))));
    } else if (row.get("tests") != null) {
      throw new Mistake("tests must be a list");
    }
    return tests;
  }

  private static SmokeTest test(String name, Map<String, Object> test) {
    if (!(test.getOrDefault("exit", 0) instanceof Integer exit)) {
      throw new Mistake("exit must be a number");
    }
    try {
      return new SmokeTest(
          test.containsKey("command") ? text(test, "command") : name,
          texts(test.get("argv"), "argv"),
          optional(test, "stdin"),
          test.containsKey("stdout") ? text(test, "stdout") : null,
          test.containsKey("matches") ? Pattern.compile(text(test, "matches")) : null,
          exit);
    } catch (PatternSyntaxException e) {
      throw new Mistake("matches is not a pattern: " + e.getDescription());
    }
  }

  private static List<TreeSource> trees(@Nullable Object needs, Coordinate row) {
    Object directories = needs == null ? null : map(needs, "needs", NEEDS).get("directories");
    if (directories == null) {
      return List.of();
    }
    List<TreeSource> trees = new ArrayList<>();
    map(directories, "directories", null)
        .forEach((guest, value) -> trees.add(tree(guest, map(value, guest, TREE), row)));
    if (trees.size() > MOST_TREES) {
      throw new Mistake("directories must be " + MOST_TREES + " or fewer");
    }
    return trees;
  }

  private static TreeSource tree(String guest, Map<String, Object> tree, Coordinate row) {
    Coordinate source =
        tree.containsKey("from") ? Coordinate.Syntax.parse(text(tree, "from")) : row.withMember("");
    return new TreeSource(
        source,
        hash(tree, "sha256"),
        optional(tree, "path").replaceAll("^/+|/+$", ""),
        new ProgramTree(hash(tree, "tree").sha256(), guest));
  }

  private static Map<String, String> environment(@Nullable Object value) {
    Map<String, String> variables = new TreeMap<>();
    if (value != null) {
      Map<String, Object> given = map(value, "environment", null);
      given.keySet().forEach(name -> variables.put(name, text(given, name)));
      // Checked as a call would.
      Invocation.Builder unused = Invocation.of("any").environment(variables);
    }
    return variables;
  }

  private static Needs needs(@Nullable Object value, List<TreeSource> trees) {
    if (value == null) {
      return Needs.NONE;
    }
    Map<String, Object> needs = map(value, "needs", NEEDS);
    return new Needs(
        amount(optional(needs, "memory"), Map.of("MiB", 1L << 20, "GiB", 1L << 30)),
        amount(optional(needs, "fuel"), Map.of("", 1L)),
        Duration.ofSeconds(amount(optional(needs, "wall_clock"), Map.of("s", 1L, "min", 60L))),
        trees.stream().map(TreeSource::tree).toList(),
        environment(needs.get("environment")));
  }

  private static final Pattern AMOUNT = Pattern.compile("([0-9_]{1,24}) ?([A-Za-z]*)");

  private static long amount(String text, Map<String, Long> units) {
    if (text.isEmpty()) {
      return 0;
    }
    Matcher amount = AMOUNT.matcher(text);
    Long unit = amount.matches() ? units.get(amount.group(2)) : null;
    if (unit == null) {
      throw new Mistake("needs has '" + text + "'; write 512 MiB, 10 min or a number for fuel");
    }
    try {
      return Math.multiplyExact(Long.parseLong(amount.group(1).replace("_", "")), unit);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new Mistake("needs has '" + text + "', which is too large");
    }
  }

  static List<String> texts(@Nullable Object value, String key) {
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw new Mistake(key + " must be a list");
    }
    if (list.stream()
        .anyMatch(each -> each == null || each instanceof Map || each instanceof List)) {
      throw new Mistake(key + " must be a list of texts");
    }
    return list.stream().map(String::valueOf).toList();
  }

  static String optional(Map<String, Object> row, String key) {
    return row.get(key) == null ? "" : text(row, key);
  }

  static String text(Map<String, Object> row, String key) {
    Object value = row.get(key);
    if (value == null) {
      throw new Mistake(key + " is missing");
    }
    if (value instanceof Map || value instanceof List) {
      throw new Mistake(key + " must be a text");
    }
    return String.valueOf(value);
  }

  /** Reads a pinned hash. */
  static ArtifactId hash(Map<String, Object> row, String key) {
    String hash = text(row, key).toLowerCase(Locale.ROOT);
    if (!ArtifactId.isValid(hash)) {
      throw new Mistake(key + " must have 64 hexadecimal digits, was '" + hash + "'");
    }
    return new ArtifactId(hash);
  }

  /** Returns a mapping; if keys are given, no others are allowed. */
  static Map<String, Object> map(@Nullable Object value, String what, @Nullable Set<String> keys) {
    if (!(value instanceof Map<?, ?> map)) {
      throw new Mistake(what + " must be a mapping");
    }
    Map<String, Object> members = new TreeMap<>();
    map.forEach(
        (key, member) -> {
          String name = String.valueOf(key);
          if (keys != null && !keys.contains(name)) {
            List<String> near = NearestNames.of(name, keys);
            throw new Mistake(
                "unknown key '%s'%s"
                    .formatted(
                        name,
                        near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?"));
          }
          if (member != null) {
            members.put(name, member);
          }
        });
    return members;
  }
}
