package dev.escarole.engine.broker;

import dev.escarole.engine.broker.WireException.WireFault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A guest's request to run a command:
 *
 * <pre>[name_len:u32][name][argc:u32][(arg_len:u32)(arg)]*[stdin_len:u32][stdin]</pre>
 *
 * <p>All lengths are unsigned 32-bit little-endian. No byte of a name, argument or input is
 * special, so nothing is quoted and nothing can be injected. Immutable, except that standard input
 * is shared and must not change.
 *
 * @param name the command's name; it need not exist
 * @param arguments the arguments, without the name
 * @param stdin the whole of standard input
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ExecRequest(String name, List<String> arguments, byte[] stdin) {

  /** Longest name, in bytes. */
  public static final int MOST_NAME_BYTES = 255;

  /** Copies the arguments. */
  public ExecRequest {
    arguments = List.copyOf(arguments);
  }

  /**
   * Reads a request. Lengths are checked against the remaining bytes first, so allocation is
   * bounded by the size of the buffer.
   *
   * @param buffer exactly one request, from position to limit; not changed
   * @param mostArguments the maximum number of arguments
   * @throws WireException if the bytes are not exactly one request
   */
  public static ExecRequest decode(ByteBuffer buffer, long mostArguments) throws WireException {
    WireReader in = new WireReader(buffer);
    String name = in.name();
    List<String> arguments = in.arguments(mostArguments);
    byte[] stdin = in.bytes();
    in.end();
    return new ExecRequest(name, arguments, stdin);
  }

  static final class WireReader {

    /** An argument takes at least the four bytes of its length. */
    private static final int LEAST_ARGUMENT_BYTES = Integer.BYTES;

    private final ByteBuffer in;
    private final int start;

    WireReader(ByteBuffer buffer) {
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
        arguments.add(text(length()));
      }
      return arguments;
    }

    byte[] bytes() throws WireException {
      byte[] bytes = new byte[length()];
      in.get(bytes);
      return bytes;
    }

    void end() throws WireException {
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

    private long u32() throws WireException {
      if (in.remaining() < Integer.BYTES) {
        throw fault(WireFault.LENGTH_CUT_SHORT, in.position());
      }
      return Integer.toUnsignedLong(in.getInt());
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
}
