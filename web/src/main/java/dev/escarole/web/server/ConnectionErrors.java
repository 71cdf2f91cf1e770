package dev.escarole.web.server;

import dev.escarole.web.app.Documents;
import dev.escarole.web.app.ProblemDocument;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers what never comes to a route: requests that are not valid HTTP, or whose address or
 * headers are too large. Thread-safe.
 */
final class ConnectionErrors implements Request.Handler {

  private static final String PROBLEM = "application/problem+json";

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    RefusedException refusal = refusal(status);
    // Of an address that cannot be parsed, the parser does not pass on a path.
    String path = String.valueOf(request.getHttpURI().getPath());
    boolean forPrograms = path.contains("/api/v1");
    byte[] answer =
        forPrograms
            ? Documents.bytes(ProblemDocument.of(refusal.refusal(), status, path))
            : sentence(refusal);
    String type = forPrograms ? PROBLEM : "text/plain; charset=utf-8";
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    boolean empty = "HEAD".equals(request.getMethod());
    response.write(true, empty ? null : ByteBuffer.wrap(answer), callback);
    return true;
  }

  private static byte[] sentence(RefusedException refusal) {
    String message = String.valueOf(refusal.getMessage());
    String text =
        Character.toUpperCase(message.charAt(0)) + message.substring(1) + ". " + refusal.hint();
    return (text.strip() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static RefusedException refusal(int status) {
    return switch (status) {
      case 414 -> error("the address is too long", "Shorten it, for instance by fewer filters.");
      case 431 ->
          error(
              "the headers of the request are too large",
              "Delete the cookies of this host in the browser, or send fewer headers.");
      case 404 -> error("nothing is at this address", "The pages begin at /runs.");
      case 500 ->
          new RefusedException(
              RefusalCode.INTERNAL_ERROR,
              "the server could not answer; its log says why",
              "Nothing that runs is affected.");
      case 503 -> error("the server is stopping", "Try again when it has started.");
      case 505 -> error("the server does not speak this version of HTTP", "Use HTTP/1.1.");
      default ->
          error(
              "the request is not valid HTTP, or its address is malformed",
              "Check the address, or send the request with another program.");
    };
  }

  private static RefusedException error(String message, String hint) {
    return new RefusedException(RefusalCode.HTTP_ERROR, message, hint);
  }
}
