package dev.escarole.engine.notify;

/** Thrown for a file of channels that cannot be used; the message names every mistake. */
final class ChannelsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ChannelsException(String message) {
    super(message);
  }
}
