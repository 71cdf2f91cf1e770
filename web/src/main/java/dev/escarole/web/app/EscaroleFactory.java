package dev.escarole.web.app;

/** The application of an installation for each actor. Thread-safe. */
@FunctionalInterface
public interface EscaroleFactory {

  /** Returns the application as an actor sees it, with the actor's rights. */
  Escarole as(Actor actor);

  /** Whether this process has channels for notifications. */
  default boolean hasChannels() {
    return false;
  }

  /** Whether this process watches an inbox. */
  default boolean hasInbox() {
    return false;
  }
}
