package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A parsed JSON, YAML or Markdown file: its values and their positions. Its content may be a recipe
 * or anything else. Immutable.
 */
public final class Document {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final Mark NOWHERE = new Mark(0, 0);

  private final String fileName;
  private final String text;
  private final SourceValue whole;
  private final String base;
  private final SourceValue value;
  private final List<Problem> mistakes;
  private volatile @Nullable String sha256;

  private Document(
      String fileName,
      String text,
      SourceValue whole,
      String base,
      SourceValue value,
      List<Problem> mistakes) {
    this.fileName = fileName;
    this.text = text;
    this.whole = whole;
    this.base = base;
    this.value = value;
    this.mistakes = mistakes;
  }

  /**
   * Returns the value at this pointer as a document; positions refer to the whole file.
   *
   * @throws IllegalArgumentException if there is no such value
   */
  public Document part(String pointer) {
    SourceValue part = Pointers.find(whole, pointer);
    if (part == null) {
      throw new IllegalArgumentException("there is no value at '" + pointer + "'");
    }
    return new Document(fileName, text, whole, pointer, part, List.of());
  }

  /**
   * Reads a file; its extension says whether it is JSON, YAML or Markdown.
   *
   * @throws RecipeException if the file cannot be read or parsed
   */
  public static Document read(Path file, RecipeLimits limits) {
    return read(file, file.toString(), limits);
  }

  /**
   * The same under another name, which messages use.
   *
   * @throws RecipeException if the file cannot be read or parsed
   */
  public static Document read(Path file, String name, RecipeLimits limits) {
    return read(bytes(file, limits, new Problems(name)), name, limits);
  }

  /** Reads bytes as the content of {@code fileName}. */
  public static Document read(byte[] bytes, String fileName, RecipeLimits limits) {
    if (bytes.length > limits.maxBytes()) {
      throw tooLarge(limits, new Problems(fileName));
    }
    return read(decoded(bytes, new Problems(fileName)), fileName, limits);
  }

  /** Reads a text as the content of {@code fileName}. */
  public static Document read(String text, String fileName, RecipeLimits limits) {
    Problems problems = new Problems(fileName);
    checkSize(text, limits, problems);
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    String plain = marked ? text.substring(1) : text;
    DocumentRules rules = new DocumentRules(limits, problems);
    SourceValue value = parsed(plain, fileName, rules);
    return new Document(fileName, plain, value, "", value, problems.errors());
  }

  /** Name of the file. */
  public String fileName() {
    return fileName;
  }

  /** The text that was read. */
  public String text() {
    return text;
  }

  /** The values without positions: String, Boolean, Long, BigDecimal, List, Map or null. */
  public @Nullable Object plain() {
    return value.plain();
  }

  /** Errors that do not prevent parsing, such as a duplicate key. */
  public List<Problem> mistakes() {
    return mistakes;
  }

  /** An error at {@code pointer} in this document, or at its nearest existing ancestor. */
  public Problem error(String code, String message, @Nullable String hint, String pointer) {
    return new Problem(Severity.ERROR, code, message, hint, locate(pointer));
  }

  /** A warning, located as by {@link #error}. */
  public Problem warning(String code, String message, @Nullable String hint, String pointer) {
    return new Problem(Severity.WARNING, code, message, hint, locate(pointer));
  }

  private Location locate(String pointer) {
    Mark mark = Pointers.locate(whole, base + pointer);
    return new Location(fileName, mark.line(), mark.column(), base + pointer);
  }

  /** Whether this is a recipe that declares imports. */
  public boolean hasImports() {
    return !HandleNodes.isHandle(value) && value.child("imports") != null;
  }

  /** The name that a recipe gives itself; null if none. */
  public @Nullable String givenName() {
    SourceValue name = value.child("name");
    return name != null && name.plain() instanceof String text ? text : null;
  }

  /** The SHA-256 of the text in UTF-8, in lower-case hex. */
  String sha256() {
    String known = sha256;
    if (known == null) {
      known = hashed(text);
      // Others may have computed it meanwhile; it is the same.
      sha256 = known;
    }
    return known;
  }

  private static String hashed(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  SourceValue value() {
    return value;
  }

  private static byte[] bytes(Path file, RecipeLimits limits, Problems problems) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(limits.maxBytes() + 1);
      if (bytes.length > limits.maxBytes()) {
        throw tooLarge(limits, problems);
      }
      return bytes;
    } catch (NoSuchFileException missing) {
      throw problems.fatal(Codes.UNREADABLE_FILE, "no such file", null, NOWHERE);
    } catch (IOException unreadable) {
      throw problems.fatal(
          Codes.UNREADABLE_FILE, "cannot be read: " + unreadable.getMessage(), null, NOWHERE);
    }
  }

  private static void checkSize(String text, RecipeLimits limits, Problems problems) {
    boolean surelySmall = text.length() <= limits.maxBytes() / 3;
    if (!surelySmall && text.getBytes(StandardCharsets.UTF_8).length > limits.maxBytes()) {
      throw tooLarge(limits, problems);
    }
  }

  private static RecipeException tooLarge(RecipeLimits limits, Problems problems) {
    return problems.fatal(
        Codes.FILE_TOO_LARGE,
        "is larger than " + limits.maxBytes() + " bytes",
        "Pass data as values or files instead of writing it into the recipe.",
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

  private static SourceValue parsed(String text, String fileName, DocumentRules rules) {
    // A bundle keeps the name of its recipe.
    if (text.startsWith("{\"bundle\":")) {
      return JsonDocument.read(text, rules);
    }
    if (fileName.toLowerCase(Locale.ROOT).endsWith(".md")) {
      return MarkdownDocument.read(text, rules);
    }
    return isJson(text, fileName) ? JsonDocument.read(text, rules) : YamlDocument.read(text, rules);
  }

  /** Whether a text in Markdown may be a recipe; without front matter, it is only text. */
  public static boolean mayBeMarkdownRecipe(String text) {
    return MarkdownDocument.hasFrontMatter(text);
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
