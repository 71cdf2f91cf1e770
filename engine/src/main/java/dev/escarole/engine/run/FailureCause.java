package dev.escarole.engine.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.escarole.engine.command.Outcome;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Why a step failed, equal for failures that look alike. Immutable.
 *
 * @param outcome word of the outcome
 * @param exitCode its exit code
 * @param pattern the first error line as an {@link ErrorPattern}; empty if the step said nothing,
 *     or if a limit ended it, because then the limit is the cause
 */
public record FailureCause(String outcome, int exitCode, String pattern) {

  /** Length of {@link #key}. */
  public static final int KEY_LENGTH = 10;

  private static final int LONGEST_LINE = 300;

  private static final String TRACEBACK = "Traceback (most recent call last)";

  /**
   * Returns the cause of a failure.
   *
   * @param line the first error line, as {@link #line} finds it
   * @param argv of the step; its arguments do not tell causes apart
   */
  public static FailureCause of(Outcome outcome, String line, List<String> argv) {
    String pattern =
        switch (outcome.kind()) {
          case TIMED_OUT,
              OUT_OF_FUEL,
              OUT_OF_MEMORY,
              STDIN_TOO_LARGE,
              ARGV_TOO_LARGE,
              OUTPUT_TOO_LARGE,
              CANCELLED ->
              "";
          default -> ErrorPattern.of(line, argv);
        };
    return new FailureCause(outcome.word(), outcome.exitCode(), pattern);
  }

  /**
   * Returns the first line that says why a step failed: of standard error, or else of the outcome's
   * detail; of a Python traceback the last line, which names the error. Empty if nothing says why.
   *
   * @param stderr its beginning
   */
  public static String line(Outcome outcome, String stderr) {
    String said = stderr.isBlank() ? detail(outcome) : stderr;
    String line = first(said);
    if (line.startsWith(TRACEBACK)) {
      line =
          said.lines()
              .map(String::strip)
              .filter(each -> !each.isEmpty())
              .reduce((before, last) -> last)
              .orElse(line);
    }
    String plain = plain(line);
    return plain.codePointCount(0, plain.length()) <= LONGEST_LINE
        ? plain
        : plain.substring(0, plain.offsetByCodePoints(0, LONGEST_LINE)) + "…";
  }

  /** Likewise, of all that a step wrote to standard error. */
  public static String line(Outcome outcome, Content stderr) {
    int length = Math.min(stderr.size(), StepResult.MAX_STDERR);
    return line(outcome, Content.of(stderr.parts().range(0, length)).text());
  }

  /** Without control characters, which databases and terminals do not take. */
  private static String plain(String line) {
    if (line.chars().noneMatch(Character::isISOControl)) {
      return line;
    }
    StringBuilder plain = new StringBuilder(line.length());
    line.codePoints()
        .forEach(each -> plain.appendCodePoint(Character.isISOControl(each) ? ' ' : each));
    return plain.toString().strip();
  }

  private static String first(String text) {
    return text.lines().map(String::strip).filter(each -> !each.isEmpty()).findFirst().orElse("");
  }

  /** The usual detail of an exit only repeats its code. */
  private static String detail(Outcome outcome) {
    boolean usual =
        outcome.kind() == Outcome.Kind.EXITED
            && outcome.detail().equals(Outcome.exited(outcome.exitCode()).detail());
    return usual ? "" : outcome.detail();
  }

  /** Returns the short name of this cause, the same in every run: ten hexadecimal digits. */
  public String key() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((outcome + '\n' + exitCode + '\n' + pattern).getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, KEY_LENGTH / 2);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Returns the cause in a few words, such as {@code cat: …: No such file}, {@code exit 1} or
   * {@code timed out}.
   */
  public String words() {
    if (!outcome.equals(Outcome.Kind.EXITED.word())) {
      String word = outcome.replace('_', ' ').toLowerCase(Locale.ROOT);
      return pattern.isEmpty() ? word : word + ": " + pattern;
    }
    return pattern.isEmpty() ? "exit " + exitCode : pattern;
  }
}
