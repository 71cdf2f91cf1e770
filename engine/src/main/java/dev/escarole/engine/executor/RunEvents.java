package dev.escarole.engine.executor;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.journal.Journal;

/** Where the events of runs go on record. Thread-safe. */
interface RunEvents {

  /** Keeps nothing. */
  RunEvents NONE =
      new RunEvents() {
        @Override
        public void record(RunEvent event) {}

        @Override
        public void flush() {}
      };

  /** Takes an event; returns before it is stored. */
  void record(RunEvent event);

  /** Returns when all events so far are stored. */
  void flush();

  /** Keeps events in the database. */
  static RunEvents in(Journal journal) {
    return new RunEvents() {
      @Override
      public void record(RunEvent event) {
        journal.record(event);
      }

      @Override
      public void flush() {
        journal.flush();
      }
    };
  }
}
