package dev.escarole.samples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.run.RunResult;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counts the sources of this checkout once by the recipe and once in Java. */
class CensusTest {

  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  private static final int TOP = 7;
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([a-z]+(?:[.][a-z]+)*)");
  private static final Pattern TEST = Pattern.compile("^ *(@(Test|ParameterizedTest|Property))$");
  private static final Pattern EXTENSION = Pattern.compile("[.][a-z0-9]+$");

  @Test
  void census_ofThisCheckout_agreesWithJava() throws IOException, InterruptedException {
    List<Path> files = sources();
    List<Path> java = files.stream().filter(file -> file.toString().endsWith(".java")).toList();

    String report = census();

    assertThat(report)
        .isEqualTo(
            branch("java files per module", counted(java.stream().map(CensusTest::module)))
                + branch("most frequent extensions", top(found(EXTENSION, names(files))))
                + branch("lines of java", lines(java).count() + "\n")
                + branch("longest java files", longest(java))
                + branch("most imported packages", top(found(IMPORT, lines(java))))
                + branch("tests", counted(found(TEST, lines(java)))));
  }

  private static String census() throws IOException, InterruptedException {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result = engine.run(SampleRequests.census(CHECKOUT, TOP));
      assertThat(result.status().word()).isEqualTo("done");
      return result.stdout().text();
    }
  }

  private static String branch(String label, String body) {
    return "--- branch: " + label + " status: done ---\n" + body;
  }

  private static String counted(Stream<String> words) {
    return ranked(words).map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String top(Stream<String> words) {
    return ranked(words).limit(TOP).map(line -> line + "\n").collect(Collectors.joining());
  }

  /** The words with how often they occur, most frequent first. */
  private static Stream<String> ranked(Stream<String> words) {
    Map<String, Long> counts =
        words.collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(entry -> "%7d %s".formatted(entry.getValue(), entry.getKey()));
  }

  private static Stream<String> found(Pattern pattern, Stream<String> texts) {
    return texts.map(pattern::matcher).filter(Matcher::find).map(CensusTest::lastGroup);
  }

  private static String lastGroup(Matcher matcher) {
    return matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
  }

  private static String longest(List<Path> files) {
    record Length(String path, long lines) {}
    return files.stream()
        .map(file -> new Length(inGuest(file), lines(List.of(file)).count()))
        .sorted(Comparator.comparingLong(Length::lines).reversed().thenComparing(Length::path))
        .limit(TOP)
        .map(length -> length.path + ":" + length.lines + "\n")
        .collect(Collectors.joining());
  }

  private static Stream<String> names(List<Path> files) {
    return files.stream().map(Path::toString);
  }

  private static Stream<String> lines(List<Path> files) {
    return files.stream().flatMap(file -> read(file).lines());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new AssertionError("cannot read " + file, e);
    }
  }

  private static String module(Path file) {
    return CHECKOUT.relativize(file).getName(0).toString();
  }

  private static String inGuest(Path file) {
    return "/source/" + CHECKOUT.relativize(file);
  }

  /** All files but those in hidden directories, or in {@code target}. */
  private static List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        CHECKOUT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes unused) {
            boolean skipped = !directory.equals(CHECKOUT) && isLeftOut(directory);
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !isLeftOut(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private static boolean isLeftOut(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(".") || name.equals("target");
  }
}
