package dev.escarole.web.app;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One input of a verb, as a component of its request record describes it. Immutable.
 *
 * @param where in a request of REST it is
 * @param needed whether a request without it is refused
 * @param words the only values, if there are few; empty if there are many
 * @param range of an integer; null for other kinds
 */
public record VerbInput(
    String name,
    Kind kind,
    Param.Where where,
    String description,
    boolean needed,
    List<String> words,
    @Nullable Range range) {

  public VerbInput {
    words = List.copyOf(words);
  }

  /** What values an input has. */
  public enum Kind {
    TEXT,
    /** A text with binary content in Base64; or, as the body itself, the bytes. */
    BASE64,
    /** A point in time, such as {@code 2026-11-21T23:15:02Z}. */
    TIME,
    INTEGER,
    FLAG,
    OBJECT,
    /** A list of texts; in a query, the parameter is repeated. */
    TEXTS
  }

  /**
   * Which integers fit.
   *
   * @param usual what holds without the input; null if nothing does
   */
  public record Range(long least, long most, @Nullable Long usual) {}
}
