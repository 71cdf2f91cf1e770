package dev.escarole.engine.notify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How an attempt to deliver ended. Texts hold no secrets. */
public sealed interface Attempt {

  /** The receiver has accepted the message. */
  record Accepted() implements Attempt {}

  /**
   * It may be accepted later.
   *
   * @param pause how long the receiver wants to be left alone; null if it has not said
   */
  record Failed(String why, @Nullable Duration pause) implements Attempt {}

  /** It would be refused again. */
  record Refused(String why) implements Attempt {}
}
