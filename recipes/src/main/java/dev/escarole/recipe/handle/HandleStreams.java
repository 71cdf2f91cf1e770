package dev.escarole.recipe.handle;

/**
 * What becomes of the streams of a command (Command Handle, section 3.3).
 *
 * @param stdout default: captured
 * @param stderr default: captured
 * @param encoding default: UTF-8
 */
public record HandleStreams(StreamMode stdout, StreamMode stderr, StreamEncoding encoding) {
  /** What holds for a handle that says nothing about streams. */
  public static final HandleStreams DEFAULTS =
      new HandleStreams(StreamMode.PIPE, StreamMode.PIPE, StreamEncoding.UTF8);
}
