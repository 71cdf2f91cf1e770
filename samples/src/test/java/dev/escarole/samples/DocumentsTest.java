package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every link in the documents leads somewhere, and long documents open with their contents. */
class DocumentsTest {

  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^(#{1,4}) (.+)$");

  /** Words from which a document is long, and words within which its contents must come. */
  private static final int LONG = 1500;

  private static final int OPENING = 400;

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    Files.walkFileTree(
        CHECKOUT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes unused) {
            String name = directory.getFileName().toString();
            boolean left =
                name.equals("target")
                    || name.equals("node_modules")
                    || (name.startsWith(".") && !directory.equals(CHECKOUT));
            return left ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
            if (file.toString().endsWith(".md")) {
              documents.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return documents;
  }

  /** A document without its code blocks, in which nothing is a link or a heading. */
  private static String prose(Path document) throws IOException {
    return FENCE.matcher(Files.readString(document)).replaceAll("");
  }

  private static List<String> links(String prose) {
    return LINK.matcher(CODE.matcher(prose).replaceAll("code"))
        .results()
        .map(r -> r.group(1))
        .toList();
  }

  /** The names by which headings are linked to, as GitHub makes them. */
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new LinkedHashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    for (Matcher heading = HEADING.matcher(prose(document)); heading.find(); ) {
      String anchor = anchor(heading.group(2));
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  @Test
  void every_link_leads_to_a_file_and_a_heading_that_exist() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      for (String link : links(prose(document))) {
        if (link.matches("[a-z]+:.*")) {
          continue;
        }
        links++;
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
        boolean found = Files.exists(target);
        if (found && parts.length == 2) {
          found = anchors(target).contains(parts[1]);
        }
        if (!found) {
          broken.add(CHECKOUT.relativize(document) + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(200);
  }

  @Test
  void every_long_document_opens_with_a_table_of_contents() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path document : documents()) {
      String prose = prose(document);
      boolean changes = document.endsWith("CHANGELOG.md");
      if (changes || Files.readString(document).split("\\s+").length < LONG) {
        continue;
      }
      String beginning = prose.split("(?m)^## ", 2)[0];
      if (beginning.split("\\s+").length > OPENING) {
        missing.add(CHECKOUT.relativize(document) + ": its opening is too long");
      }
      Set<String> opening = new LinkedHashSet<>(links(beginning));
      for (Matcher heading = HEADING.matcher(prose); heading.find(); ) {
        String link = "#" + anchor(heading.group(2));
        if (heading.group(1).length() == 2 && !opening.contains(link)) {
          missing.add(CHECKOUT.relativize(document) + ": " + link);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void the_picture_of_the_house_shows_rooms_that_exist_and_takes_at_most_ten_hops()
      throws IOException {
    String page = Files.readString(CHECKOUT.resolve("engine/README.md"));
    String opening = page.split("(?m)^## ", 2)[0];
    Matcher picture = Pattern.compile("(?ms)^```mermaid\n(.*?)^```$").matcher(opening);
    assertThat(picture.find()).isTrue();
    List<String> missing = new ArrayList<>();
    Matcher rooms =
        Pattern.compile("\\b(?:web|engine|recipe)(?:\\.[a-z]+)?\\b").matcher(picture.group(1));
    Set<String> named = new LinkedHashSet<>();
    while (rooms.find()) {
      named.add(rooms.group());
    }
    for (String room : named) {
      String module = room.startsWith("recipe") ? "recipes" : room.replaceAll("\\..*", "");
      Path sources = CHECKOUT.resolve(module).resolve("src/main/java/dev/escarole");
      if (!Files.isDirectory(sources.resolve(room.replace('.', '/')))) {
        missing.add(room);
      }
    }
    assertThat(missing).isEmpty();
    assertThat(named)
        .contains("recipe", "engine.plan", "engine.store", "engine.run", "engine.wasm");
    assertThat(Pattern.compile("\\|\\d+ ").matcher(picture.group(1)).results().count())
        .isBetween(5L, 10L);
  }
}
