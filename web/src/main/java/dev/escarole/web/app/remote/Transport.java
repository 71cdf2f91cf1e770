package dev.escarole.web.app.remote;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A way to a server that speaks HTTP. Thread-safe. */
interface Transport {

  /**
   * Sends a request and waits for the head of the answer.
   *
   * @throws IOException if the server does not answer
   */
  Answer send(Request request) throws IOException, InterruptedException;

  /** Where the server is, for people. */
  String inWords();

  /**
   * A request.
   *
   * @param path with the query, encoded
   * @param body empty if there is none
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Request(String method, String path, Map<String, String> headers, byte[] body) {
    public Request {
      headers = Map.copyOf(headers);
    }
  }

  /**
   * An answer.
   *
   * @param headers finds the value of a header by its name
   * @param body is read while it arrives; the caller closes it
   */
  record Answer(int status, Function<String, Optional<String>> headers, InputStream body)
      implements AutoCloseable {

    /** The value of a header; empty if there is none. */
    String header(String name) {
      return headers.apply(name).orElse("");
    }

    /** The media type of the body, without its parameters. */
    String type() {
      return header("Content-Type").replaceAll(";.*", "").strip();
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }
}
