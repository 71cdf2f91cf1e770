package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * Prints what a step of a run at a server writes while it runs: what is new each second, and the
 * rest from the record when an attempt has ended. Confined to one thread.
 */
final class RemoteTail {

  private static final long PAUSE_MILLIS = 1_000;
  private static final int MOST_LOOKS = 20;

  private final Console console;
  private final Remote remote;
  private final String step;
  private final String stream;

  /** The attempt that is being printed, and how much of its output was; 0 before the first. */
  private int attempt;

  private long printed;

  /** The last attempt of which everything was printed; 0 before the first. */
  private int complete;

  /**
   * @param step the address of the step
   * @param stream {@code stdout} or {@code stderr}
   */
  RemoteTail(Console console, Remote remote, String step, String stream) {
    this.console = console;
    this.remote = remote;
    this.step = step;
    this.stream = stream;
  }

  /**
   * Prints until the step has ended and no group around it can try it again.
   *
   * @throws UsageException if there is no such step, or if this thread is interrupted
   */
  void follow() {
    while (true) {
      JsonNode tail = remote.get(step + "/tail?attempt=" + attempt + "&" + stream + "=" + printed);
      JsonNode running = tail.path("running");
      if (running.isObject()) {
        turnTo(running.path("attempt").asInt());
        piece(running.path(stream));
      } else if (tail.path("over").asBoolean()) {
        printLast();
        return;
      } else {
        printEnded();
      }
      pause();
    }
  }

  /** The rest of an attempt that has ended, although another one may come much later. */
  private void printEnded() {
    if (attempt == 0 || complete == attempt) {
      return;
    }
    for (JsonNode each : remote.get(step).path("attempts")) {
      if (each.path("attempt").asInt() == attempt) {
        printRest(attempt);
        printed = each.path(stream + "Bytes").asLong();
        complete = attempt;
      }
    }
  }

  /** Another attempt has begun; what is left of those before it is on record. */
  private void turnTo(int now) {
    if (attempt == now) {
      return;
    }
    for (int before = attempt; before > 0 && before < now; before++) {
      if (isRecorded(before)) {
        printRest(before);
      }
      printed = 0;
      console.say("attempt " + (before + 1));
    }
    attempt = now;
    printed = 0;
  }

  /** Whether the end of an attempt is on record, which it is a moment after it has ended. */
  private boolean isRecorded(int wanted) {
    for (int i = 0; i < MOST_LOOKS; i++) {
      for (JsonNode each : remote.get(step).path("attempts")) {
        if (each.path("attempt").asInt() == wanted) {
          return true;
        }
      }
      pause();
    }
    return false;
  }

  private void piece(JsonNode piece) {
    tellSkipped(piece.path("skipped").asLong());
    try {
      console.print(piece.path("data").binaryValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    printed = piece.path("next").asLong();
  }

  private void tellSkipped(long bytes) {
    if (bytes > 0) {
      console.say(Texts.count(bytes, "byte", "bytes") + " left out");
    }
  }

  private void printLast() {
    JsonNode attempts = remote.get(step).path("attempts");
    if (attempts.isEmpty()) {
      return;
    }
    int last = attempts.get(attempts.size() - 1).path("attempt").asInt();
    turnTo(last);
    printRest(last);
  }

  private void printRest(int of) {
    console.print(remote.stream(step + "/attempts/" + of + "/" + stream, printed));
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted", "the wait for the step was interrupted", "");
    }
  }
}
