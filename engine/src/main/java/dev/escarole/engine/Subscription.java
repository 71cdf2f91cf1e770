package dev.escarole.engine;

/** An event subscription. Thread-safe; closing twice has no effect. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  /** Ends the subscription; an event in delivery may still arrive. */
  @Override
  void close();
}
