package dev.escarole.engine.broker;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request to run a command, as a guest writes it ("argv is a list, not a sentence"):
 *
 * <pre>[name_len:u32][name][argc:u32][(arg_len:u32)(arg)]*[stdin_len:u32][stdin]</pre>
 *
 * <p>All lengths are unsigned, 32 bits wide and little-endian. No byte of a name, argument or input
 * has a meaning, so nothing needs to be quoted and nothing can be smuggled in. Immutable, except
 * that standard input is shared and must not change.
 */
public final class ExecRequest {

  /** How many bytes a name may have. */
  public static final int MOST_NAME_BYTES = 255;

  private final String name;
  private final List<String> arguments;
  private final byte[] stdin;

  /**
   * Creates a request.
   *
   * @param name the command's name; it need not exist
   * @param arguments the arguments, without the name
   * @param stdin the whole of standard input; not copied
   */
  public ExecRequest(String name, List<String> arguments, byte[] stdin) {
    this.name = name;
    this.arguments = List.copyOf(arguments);
    this.stdin = stdin;
  }

  /** Returns the command's name. */
  public String name() {
    return name;
  }

  /** Returns the arguments, without the name. */
  public List<String> arguments() {
    return arguments;
  }

  /** Returns standard input itself: shared, to be read only. */
  public byte[] stdin() {
    return stdin;
  }

  /** Returns the bytes of this request. */
  public byte[] encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64 + stdin.length);
    append(out, name.getBytes(StandardCharsets.UTF_8));
    appendLength(out, arguments.size());
    for (String argument : arguments) {
      append(out, argument.getBytes(StandardCharsets.UTF_8));
    }
    append(out, stdin);
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

  /**
   * Reads a request. No length is believed before the bytes that it announces are seen to be there,
   * so what is allocated is bounded by the size of the buffer.
   *
   * @param buffer from its position to its limit exactly one request; not changed
   * @param mostArguments how many arguments are accepted
   * @throws WireException if the bytes are anything but one request
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
