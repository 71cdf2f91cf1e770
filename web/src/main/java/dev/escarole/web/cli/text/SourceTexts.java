package dev.escarole.web.cli.text;

import dev.escarole.recipe.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads the files that problems are about once more, to show their lines. */
public final class SourceTexts {

  private static final long LARGEST = 16L * 1024 * 1024;

  private final Map<String, String> texts = new HashMap<>();

  /** The text of the problem's file; empty when it cannot be shown. */
  public String of(Problem problem) {
    String file = problem.file();
    return file == null || problem.line() == 0
        ? ""
        : texts.computeIfAbsent(file, SourceTexts::read);
  }

  private static String read(String file) {
    try {
      Path path = Path.of(file);
      String text = Files.size(path) > LARGEST ? "" : Files.readString(path);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException | InvalidPathException e) {
      return "";
    }
  }
}
