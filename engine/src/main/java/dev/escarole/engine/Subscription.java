package dev.escarole.engine;

/** Somebody's wish to hear of something, until it is closed. Thread-safe; closing twice is fine. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  /** Ends it; what is being told at this moment may still arrive. */
  @Override
  void close();
}
