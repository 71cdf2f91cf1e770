package dev.escarole.samples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the table of requirements for WebAssembly commands, each with the tests that show it. The
 * rows are in {@code wasm-rows.txt}; a test belongs to the rows that its name begins with. {@code
 * main}, run in this directory, writes the page.
 */
final class CommandsPage {

  static final Path PAGE = Path.of("../engine/WASM-COMMANDS.md");

  private static final String PART = "## ";
  private static final List<String> MODULES =
      List.of("recipes", "engine", "engine/python", "web", "samples");
  private static final Pattern TEST = Pattern.compile("(?:void|Stream<DynamicTest>) (wc_\\w+)\\(");
  private static final Pattern ROWS = Pattern.compile("(?:wc|to)_(\\d+)_");

  /**
   * @param part of the page
   * @param note a decision, or further tests
   * @param isOpen whether no test shows it yet
   */
  record Row(String part, int number, String asks, String note, boolean isOpen) {}

  private CommandsPage() {}

  public static void main(String[] arguments) throws IOException {
    Files.writeString(PAGE, text());
  }

  static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    try (InputStream in = CommandsPage.class.getResourceAsStream("wasm-rows.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      String part = "";
      for (String line : text.lines().filter(each -> !each.startsWith("# ")).toList()) {
        if (line.startsWith(PART)) {
          part = line.substring(PART.length());
          continue;
        }
        List<String> cells = List.of(line.split("(?<!\\\\)\\|", -1));
        String note = cells.size() > 2 ? cells.get(2).strip() : "";
        boolean open = cells.size() > 3 && cells.get(3).strip().equals("open");
        int number = Integer.parseInt(cells.get(0).strip());
        rows.add(new Row(part, number, cells.get(1).strip(), note, open));
      }
    }
    return rows;
  }

  /** The tests of each row, as class and method. */
  static Map<Integer, Set<String>> tests() throws IOException {
    Map<Integer, Set<String>> tests = new TreeMap<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          add(tests, name, Files.readString(file));
        }
      }
    }
    return tests;
  }

  private static void add(Map<Integer, Set<String>> tests, String name, String source) {
    for (Matcher test = TEST.matcher(source); test.find(); ) {
      for (int row : rowsOf(test.group(1))) {
        tests
            .computeIfAbsent(row, any -> new TreeSet<>())
            .add("`" + name + "." + test.group(1) + "`");
      }
    }
  }

  /** The rows that a name begins with: {@code wc_1_}, {@code wc_1_wc_3_}, {@code wc_1_to_3_}. */
  static List<Integer> rowsOf(String method) {
    List<Integer> rows = new ArrayList<>();
    Matcher part = ROWS.matcher(method);
    int at = 0;
    while (part.find(at) && part.start() == at) {
      int row = Integer.parseInt(part.group(1));
      int from = part.group().startsWith("to") ? rows.get(rows.size() - 1) + 1 : row;
      for (int each = from; each <= row; each++) {
        rows.add(each);
      }
      at = part.end();
    }
    return rows;
  }

  static String text() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("# WebAssembly commands, row by row\n\n")
        .append(
            "The requirements of the text on commands in WebAssembly, in our words, and the tests")
        .append(" that show them. A test belongs to a row by its name. This page is made by")
        .append(" `CommandsPage` in `samples/src/test`; `CommandsPageTest` checks it. How it all")
        .append(" works is in [README.md](README.md); attacks and their tests are in")
        .append(" [SECURITY.md](SECURITY.md).\n\n");
    List<Row> rows = rows();
    Map<Integer, Set<String>> tests = tests();
    page.append(
        rows.stream()
            .map(Row::part)
            .distinct()
            .map(part -> "[%s](#%s)".formatted(part, part.toLowerCase(Locale.ROOT)))
            .collect(joining(" · ", "", "\n")));
    String part = "";
    for (Row row : rows) {
      if (!row.part.equals(part)) {
        part = row.part;
        page.append("\n## ").append(part);
        page.append("\n\n| row | requirement | tests | note |\n|---|---|---|---|\n");
      }
      String named = String.join(", ", tests.getOrDefault(row.number, new TreeSet<>()));
      String shown = row.isOpen ? "none yet" : named;
      page.append("| WC-%d | %s | %s | %s |\n".formatted(row.number, row.asks, shown, row.note));
    }
    return page.toString();
  }
}
