package dev.escarole.engine.http;

import dev.escarole.engine.http.Exchange.Answer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The response to a guest:
 *
 * <pre>[error:u32][status:u32][redirects:u32][url][heads][body]</pre>
 *
 * <p>Texts and body stand behind their length. With an error, which is one of curl's exit codes,
 * the body says why there is no response, and the rest is empty.
 */
final class WireResponse {

  private WireResponse() {}

  static ByteBuffer of(Answer answer) {
    byte[] url = answer.url().getBytes(StandardCharsets.UTF_8);
    byte[] heads = answer.heads().getBytes(StandardCharsets.ISO_8859_1);
    byte[] body = answer.body().bytes();
    return written(0, answer.status(), answer.redirects(), url, heads, body);
  }

  static ByteBuffer of(int error, String why) {
    byte[] none = {};
    return written(error, 0, 0, none, none, why.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer written(
      int error, int status, int redirects, byte[] url, byte[] heads, byte[] body) {
    int size = 6 * Integer.BYTES + url.length + heads.length + body.length;
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(error).putInt(status).putInt(redirects);
    out.putInt(url.length).put(url);
    out.putInt(heads.length).put(heads);
    out.putInt(body.length).put(body);
    return out.flip();
  }
}
