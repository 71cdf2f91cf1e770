package dev.escarole.engine.broker;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The bytes with which a guest asks to run a command. */
public final class WireForm {

  private WireForm() {}

  public static byte[] of(ExecRequest request) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    append(out, request.name().getBytes(StandardCharsets.UTF_8));
    appendLength(out, request.arguments().size());
    for (String argument : request.arguments()) {
      append(out, argument.getBytes(StandardCharsets.UTF_8));
    }
    append(out, request.stdin());
    return out.toByteArray();
  }

  private static void append(ByteArrayOutputStream out, byte[] bytes) {
    appendLength(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void appendLength(ByteArrayOutputStream out, int length) {
    byte[] bytes = new byte[Integer.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(length);
    out.writeBytes(bytes);
  }
}
