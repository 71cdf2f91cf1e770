package dev.escarole.web.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Ways of answering. */
final class Answers {

  /** Browsers may keep an answer, but have to ask each time whether it still holds. */
  private static final String ASK_AGAIN = "private, no-cache";

  private static final JsonFactory JSON = new JsonFactory();

  private Answers() {}

  /** Writes a JSON document. */
  @FunctionalInterface
  interface Document {
    void write(JsonGenerator json) throws IOException;
  }

  /** Answers with a document and the operation's own status. */
  static void json(Request request, Document document) throws IOException {
    send(request, bytes(document));
  }

  /** A document as it is sent. */
  static byte[] bytes(Document document) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      document.write(json);
    }
    return bytes.toByteArray();
  }

  /** Answers with the bytes of a document and the operation's own status. */
  static void send(Request request, byte[] document) {
    request
        .ctx()
        .status(request.operation().result().status())
        .contentType(MediaTypes.JSON)
        .result(document);
  }

  /**
   * Answers likewise, and sends the document while it is written, for one that is too large to be
   * held. What goes wrong then breaks the answer off.
   */
  static void streamed(Request request, Document document) throws IOException {
    Context ctx = request.ctx();
    ctx.status(request.operation().result().status()).contentType(MediaTypes.JSON);
    if (ctx.method().name().equals("HEAD")) {
      return;
    }
    try (JsonGenerator json = JSON.createGenerator(ctx.outputStream())) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      document.write(json);
    }
  }

  /**
   * Says which version the answer shows, and whether the asker has that one already; then there is
   * nothing more to answer. Versions are weak: compression may change the bytes.
   */
  static boolean isKnown(Request request, String version) {
    Context ctx = request.ctx();
    String tag = "W/\"" + version + "\"";
    ctx.header("ETag", tag);
    ctx.header("Cache-Control", ASK_AGAIN);
    if (!matches(ctx.header("If-None-Match"), version)) {
      return false;
    }
    ctx.status(HttpStatus.NOT_MODIFIED);
    return true;
  }

  /** Whether one of the versions of a header is this one; weak and strong ones are alike here. */
  static boolean matches(@Nullable String header, String version) {
    if (header == null) {
      return false;
    }
    for (String part : header.split(",", -1)) {
      String tag = part.strip();
      String bare = tag.startsWith("W/") ? tag.substring(2) : tag;
      if (bare.equals("*") || bare.equals("\"" + version + "\"")) {
        return true;
      }
    }
    return false;
  }
}
