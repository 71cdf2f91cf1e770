package dev.escarole.web.cli.command;

import org.jspecify.annotations.Nullable;

/** Where the lines of a session come from. */
interface LineSource extends AutoCloseable {

  /** The prompt. */
  String PROMPT = "escarole$ ";

  /** Returns the next line, or null after the last one. */
  @Nullable String next();

  @Override
  void close();
}
