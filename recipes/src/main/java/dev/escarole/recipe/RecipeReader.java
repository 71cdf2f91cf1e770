package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads recipe files, JSON or YAML. Immutable and safe for use by many threads. */
public final class RecipeReader {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final RecipeLimits limits;

  /** A reader with the default limits. */
  public RecipeReader() {
    this(RecipeLimits.DEFAULTS);
  }

  public RecipeReader(RecipeLimits limits) {
    this.limits = limits;
  }

  /**
   * Reads a file; its extension says whether it is JSON or YAML.
   *
   * @throws RecipeException listing every mistake in the file, in the order of its text
   */
  public Recipe read(Path file) {
    String name = file.toString();
    return read(decoded(bytes(file, new Problems(name)), new Problems(name)), name);
  }

  /**
   * Reads a text as if it stood in {@code fileName}.
   *
   * @throws RecipeException listing every mistake in the text, in its order
   */
  public Recipe read(String text, String fileName) {
    Problems problems = new Problems(fileName);
    checkSize(text, problems);
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    String plain = marked ? text.substring(1) : text;
    DocumentRules rules = new DocumentRules(limits, problems);
    SourceValue document =
        isJson(plain, fileName) ? JsonDocument.read(plain, rules) : YamlDocument.read(plain, rules);
    return new RecipeParser(problems).parse(new RecipeSource(fileName, plain, document));
  }

  private byte[] bytes(Path file, Problems problems) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(limits.maxBytes() + 1);
      if (bytes.length > limits.maxBytes()) {
        throw tooLarge(problems);
      }
      return bytes;
    } catch (NoSuchFileException missing) {
      throw problems.fatal(Codes.UNREADABLE_FILE, "there is no such file", null, NOWHERE);
    } catch (IOException unreadable) {
      throw problems.fatal(
          Codes.UNREADABLE_FILE, "cannot be read: " + unreadable.getMessage(), null, NOWHERE);
    }
  }

  private static final Mark NOWHERE = new Mark(0, 0);

  private void checkSize(String text, Problems problems) {
    boolean surelySmall = text.length() <= limits.maxBytes() / 3;
    if (!surelySmall && text.getBytes(StandardCharsets.UTF_8).length > limits.maxBytes()) {
      throw tooLarge(problems);
    }
  }

  private RecipeException tooLarge(Problems problems) {
    return problems.fatal(
        Codes.FILE_TOO_LARGE,
        "is larger than " + limits.maxBytes() + " bytes",
        "Hand data in as values or files instead of writing it into the recipe.",
        NOWHERE);
  }

  private static String decoded(byte[] bytes, Problems problems) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      return decoder.decode(in).toString();
    } catch (CharacterCodingException malformed) {
      throw problems.fatal(
          Codes.NOT_UTF8,
          "byte " + in.position() + " is not UTF-8",
          "Save the file as UTF-8.",
          new Mark(lineOf(bytes, in.position()), 1));
    }
  }

  private static int lineOf(byte[] bytes, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  private static boolean isJson(String text, String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return false;
    }
    String start = text.stripLeading();
    return name.endsWith(".json") || (!start.isEmpty() && "{[\"".indexOf(start.charAt(0)) >= 0);
  }
}
