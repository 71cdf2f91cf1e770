package dev.escarole.engine.command;

import org.jspecify.annotations.Nullable;

/**
 * What connects a guest with others while it runs. Immutable.
 *
 * @param input what it reads after the bytes of its invocation; null for nothing more
 * @param stdout takes its standard output, of which the result then holds nothing; null to collect
 *     it
 * @param stderr the same for standard error
 * @param gate what it passes before it uses a directory; null for none
 */
public record Streams(
    @Nullable InputSource input,
    @Nullable OutputSink stdout,
    @Nullable OutputSink stderr,
    @Nullable FileGate gate) {

  private static final Streams NONE = new Streams(null, null, null, null);

  /** Nothing: the input is there before, the output is handed over afterwards. */
  public static Streams none() {
    return NONE;
  }

  /** Whether nothing connects the guest with others. */
  public boolean areNone() {
    return input == null && stdout == null && stderr == null && gate == null;
  }

  /** Outputs go elsewhere as they come; one that is null is collected. */
  public static Streams outputs(@Nullable OutputSink stdout, @Nullable OutputSink stderr) {
    return new Streams(null, stdout, stderr, null);
  }
}
