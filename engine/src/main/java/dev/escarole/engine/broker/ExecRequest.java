package dev.escarole.engine.broker;

import java.nio.ByteBuffer;
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
}
