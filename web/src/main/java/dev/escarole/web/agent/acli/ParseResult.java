package dev.escarole.web.agent.acli;

import java.util.List;

/** What became of a line: its words, or why it has none (acli, section 4.3). */
public sealed interface ParseResult {

  /** The line was split and found harmless. */
  record Ok(List<String> value) implements ParseResult {
    public Ok {
      value = List.copyOf(value);
    }
  }

  /** The line was refused. */
  record Refused(AcliError error) implements ParseResult {}
}
