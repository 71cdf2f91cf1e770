package dev.escarole.engine.rehearsal;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafResult;

/**
 * What an attempt of a leaf does in a test. Immutable.
 *
 * @param way where its output comes from
 * @param result its result, if that is written in the test
 * @param millis how long it takes on the test's clock
 */
record ScriptedAnswer(Way way, LeafResult result, long millis) {

  /** Where the output of a leaf comes from. */
  enum Way {
    /** The test. */
    WRITTEN,
    /** Its input. */
    PASS,
    /** The command itself, which runs in the sandbox. */
    RUN
  }

  static ScriptedAnswer of(Way way, long millis) {
    return new ScriptedAnswer(
        way, new LeafResult(Outcome.exited(0), Content.EMPTY, Content.EMPTY, 0), millis);
  }
}
