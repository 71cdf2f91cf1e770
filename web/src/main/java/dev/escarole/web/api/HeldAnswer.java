package dev.escarole.web.api;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds an answer until it is written, so that a mistake on the way can still be answered; one that
 * becomes too large to be held is sent while it is written, and what goes wrong then breaks it off.
 * Confined to one thread.
 */
final class HeldAnswer extends OutputStream {

  /** Bytes that are held at most. */
  private static final int MOST = 1 << 20;

  private final Context ctx;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(1024);
  private @Nullable OutputStream sent;

  HeldAnswer(Context ctx) {
    this.ctx = ctx;
  }

  /** All of it; null if it was sent. */
  byte @Nullable [] whole() {
    return sent == null ? held.toByteArray() : null;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (sent == null && held.size() + length <= MOST) {
      held.write(bytes, offset, length);
    } else {
      open().write(bytes, offset, length);
    }
  }

  private OutputStream open() throws IOException {
    if (sent == null) {
      boolean head = ctx.method().name().equals("HEAD");
      sent = head ? OutputStream.nullOutputStream() : ctx.outputStream();
      held.writeTo(sent);
      held.reset();
    }
    return sent;
  }
}
