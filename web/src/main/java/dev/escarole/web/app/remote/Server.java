package dev.escarole.web.app.remote;

import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Page;
import dev.escarole.web.app.ProblemDocument;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.run.LaunchedRun;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URLDecoder;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A running server, asked through its REST interface. Thread-safe. */
final class Server {

  static final String JSON = "application/json";
  static final String BYTES = "application/octet-stream";
  static final String EVENTS = "text/event-stream";
  private static final String PROBLEM = "application/problem+json";
  private static final String CURSOR = "cursor=";

  private final Transport transport;

  Server(Transport transport) {
    this.transport = transport;
  }

  /** Whether it may come back where it was after it has not answered. */
  boolean mayComeBack() {
    return transport.mayComeBack();
  }

  String inWords() {
    return transport.inWords();
  }

  /**
   * Asks for a verb whose reply is a document.
   *
   * @throws RefusedException if nothing was done
   */
  <Q extends Record, R> R ask(Verb<Q, R> verb, Q input) {
    try (Transport.Answer answer = send(verb, input, Map.of("Accept", JSON))) {
      require(answer, JSON);
      return completed(read(answer, verb.reply()), answer);
    } catch (IOException e) {
      throw silent(e);
    }
  }

  /** Sends the request of a verb; the caller closes the answer. */
  <Q extends Record> Transport.Answer send(Verb<Q, ?> verb, Q input, Map<String, String> headers) {
    return send(RequestWriter.of(verb, input, headers));
  }

  /**
   * Sends a request.
   *
   * @throws RefusedException if the server does not answer
   */
  Transport.Answer send(Transport.Request request) {
    try {
      return transport.send(request);
    } catch (IOException e) {
      throw silent(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted();
    }
  }

  static RefusedException interrupted() {
    return new RefusedException(
        RefusalCode.INTERRUPTED, "the wait for the server was interrupted", "");
  }

  /** The HTTP client of Java says nothing when nobody listens, or a host is unknown. */
  private static String unsaid(IOException why) {
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host";
      }
    }
    return why instanceof ConnectException ? "nobody listens there" : "the connection broke";
  }

  private RefusedException silent(IOException why) {
    String said = why.getMessage();
    String reason = said == null ? unsaid(why) : said;
    RefusedException refusal =
        new RefusedException(
            RefusalCode.NO_ANSWER,
            "no server answers at " + inWords() + ": " + reason,
            "Start one with 'escarole serve', or correct the address.");
    refusal.initCause(why);
    return refusal;
  }

  /**
   * Checks the status and type of an answer.
   *
   * @throws RefusedException if it is a refusal, or none of Escarole
   */
  static void require(Transport.Answer answer, String type) throws IOException {
    if (answer.status() >= 300) {
      throw refused(answer);
    }
    if (!answer.type().equals(type)) {
      throw foreign("it sends no " + (type.equals(JSON) ? "JSON" : type));
    }
  }

  private static RefusedException refused(Transport.Answer answer) throws IOException {
    if (!answer.type().equals(PROBLEM)) {
      return foreign("status " + answer.status());
    }
    return new RefusedException(read(answer, ProblemDocument.class).refusal());
  }

  static RefusedException foreign(String why) {
    return new RefusedException(
        RefusalCode.NO_ESCAROLE,
        "that is not an Escarole server: " + why,
        "Correct the address given with --server.");
  }

  private static <T> T read(Transport.Answer answer, Class<T> type) throws IOException {
    try {
      return Documents.read(answer.body(), type);
    } catch (IllegalArgumentException e) {
      throw foreign(String.valueOf(e.getMessage()));
    }
  }

  /** The reply with what REST tells in other places. */
  @SuppressWarnings("unchecked") // Both make a reply of the same type.
  private static <R> R completed(R reply, Transport.Answer answer) {
    if (reply instanceof LaunchedRun launched) {
      boolean repeated = answer.header("Idempotent-Replayed").equals("true");
      return (R) new LaunchedRun(launched.head(), launched.warnings(), repeated);
    }
    if (reply instanceof Page<?> page) {
      return (R) page.withNext(cursor(page.next()));
    }
    return reply;
  }

  /** Where the next page begins, of its address. */
  private static @Nullable String cursor(@Nullable String address) {
    if (address == null) {
      return null;
    }
    String cursor = address.substring(address.lastIndexOf(CURSOR) + CURSOR.length());
    return URLDecoder.decode(cursor, StandardCharsets.UTF_8);
  }
}
