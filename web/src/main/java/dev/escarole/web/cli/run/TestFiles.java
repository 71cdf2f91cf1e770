package dev.escarole.web.cli.run;

import dev.escarole.recipe.RecipeNames;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds files of tests. */
final class TestFiles {

  private static final int MOST = 10_000;

  private final Console console;

  TestFiles(Console console) {
    this.console = console;
  }

  /**
   * The files of tests that are named, or are in or below a named directory, sorted within it.
   *
   * @throws UsageException if there are none, or too many, or a directory cannot be read
   */
  List<Path> find(List<Path> places) {
    Set<Path> found = new LinkedHashSet<>();
    for (Path place : places) {
      if (Files.isDirectory(console.locate(place))) {
        found.addAll(below(place));
      } else {
        found.add(place);
      }
    }
    if (found.isEmpty()) {
      throw new UsageException(
          "no-tests",
          "there are no tests in "
              + String.join(", ", places.stream().map(Path::toString).toList()),
          "Tests of NAME.yaml are in NAME.test.yaml, beside it.");
    }
    return List.copyOf(found);
  }

  private List<Path> below(Path directory) {
    Path root = console.locate(directory);
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
              return !each.equals(root) && isHidden(each)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (!isHidden(file) && RecipeNames.isTestFile(file.toString())) {
                found.add(directory.resolve(root.relativize(file)).normalize());
              }
              return found.size() > MOST ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UsageException(
          "unreadable-directory",
          "'" + directory + "' cannot be searched for tests: " + e.getMessage(),
          "Name a directory that can be read, or files of tests.");
    }
    if (found.size() > MOST) {
      throw new UsageException(
          "too-many-tests",
          "there are more than " + MOST + " files of tests in " + directory,
          "Name a smaller directory.");
    }
    found.sort(null);
    return found;
  }

  private static boolean isHidden(Path file) {
    Path name = file.getFileName();
    return name != null && name.toString().startsWith(".");
  }

  /**
   * The recipe that a file of tests is for.
   *
   * @param file the file of tests
   * @param written the recipe's path from there; null for the recipe beside it
   * @throws UsageException if there is none beside it, or there are several
   */
  Path recipe(Path file, @Nullable String written) {
    return written == null ? beside(file) : file.resolveSibling(written).normalize();
  }

  private Path beside(Path file) {
    String name = String.valueOf(file.getFileName());
    String stem = RecipeNames.isTestFile(name) ? RecipeNames.testedStem(name) : name;
    List<Path> beside =
        RecipeNames.ENDINGS.stream()
            .map(ending -> file.resolveSibling(stem + ending))
            .filter(each -> Files.exists(console.locate(each)))
            .toList();
    if (beside.size() == 1) {
      return beside.get(0);
    }
    throw new UsageException(
        beside.isEmpty() ? "no-recipe" : "several-recipes",
        beside.isEmpty()
            ? "there is no recipe '" + stem + "' beside " + file
            : "there are several recipes called '" + stem + "' beside " + file,
        "Name it in the file: \"recipe\": \"./" + stem + ".yaml\".");
  }
}
