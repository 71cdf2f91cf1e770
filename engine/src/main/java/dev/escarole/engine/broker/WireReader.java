package dev.escarole.engine.broker;

import dev.escarole.engine.broker.WireException.WireFault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what a guest hands over: numbers of 32 bits, unsigned and little-endian, and texts and
 * bytes behind their lengths. Every length is checked before anything of this size is allocated.
 * Used for one request.
 */
public final class WireReader {

  /** An argument takes at least the four bytes of its length. */
  private static final int LEAST_ARGUMENT_BYTES = Integer.BYTES;

  private final ByteBuffer in;
  private final int start;

  /** Starts at the position of a buffer, which is not changed. */
  public WireReader(ByteBuffer buffer) {
    this.in = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    this.start = buffer.position();
  }

  String name() throws WireException {
    int at = in.position();
    int length = length();
    if (length > ExecRequest.MOST_NAME_BYTES) {
      throw fault(WireFault.NAME_TOO_LONG, at);
    }
    return text(length);
  }

  List<String> arguments(long most) throws WireException {
    int at = in.position();
    long count = u32();
    // Both checks come before any allocation of this size.
    if (count > in.remaining() / LEAST_ARGUMENT_BYTES) {
      throw fault(WireFault.LENGTH_TOO_LARGE, at);
    }
    if (count > most) {
      throw fault(WireFault.TOO_MANY_ARGUMENTS, at);
    }
    List<String> arguments = new ArrayList<>((int) count);
    for (long i = 0; i < count; i++) {
      arguments.add(text());
    }
    return arguments;
  }

  /** Reads bytes behind their length. */
  public byte[] bytes() throws WireException {
    byte[] bytes = new byte[length()];
    in.get(bytes);
    return bytes;
  }

  /** Checks that nothing is left. */
  public void end() throws WireException {
    if (in.hasRemaining()) {
      throw fault(WireFault.TRAILING_BYTES, in.position());
    }
  }

  private int length() throws WireException {
    int at = in.position();
    long length = u32();
    if (length > in.remaining()) {
      throw fault(WireFault.LENGTH_TOO_LARGE, at);
    }
    return (int) length;
  }

  /** Reads a number. */
  public long u32() throws WireException {
    if (in.remaining() < Integer.BYTES) {
      throw fault(WireFault.LENGTH_CUT_SHORT, in.position());
    }
    return Integer.toUnsignedLong(in.getInt());
  }

  /** Reads a text in UTF-8 behind its length, without NUL. */
  public String text() throws WireException {
    return text(length());
  }

  private String text(int length) throws WireException {
    int at = in.position();
    ByteBuffer bytes = in.slice(at, length);
    in.position(at + length);
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw fault(WireFault.NOT_UTF8, at);
    }
    if (text.indexOf('\0') >= 0) {
      throw fault(WireFault.NUL_BYTE, at);
    }
    return text;
  }

  private WireException fault(WireFault fault, int position) {
    return new WireException(fault, position - start);
  }
}
