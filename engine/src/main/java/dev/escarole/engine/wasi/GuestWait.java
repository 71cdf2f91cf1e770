package dev.escarole.engine.wasi;

/** Told when a guest waits for a time to come. Called on the guest's thread. */
public interface GuestWait {

  /** A guest whose waits are nobody else's business. */
  GuestWait ALONE =
      new GuestWait() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
      };

  /** The guest waits from now on. */
  void begin();

  /** The wait is over; returns when the guest may go on, or is to be ended. */
  void end();
}
