package dev.escarole.engine.broker;

import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.Output;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The response to a guest's request, encoded like the request:
 *
 * <pre>[outcome:u32][exit_code:u32][cut:u32][stdout_len:u32][stdout][stderr_len:u32][stderr]</pre>
 *
 * <p>The outcome is a numeric code, 0 for {@code exited}. Bit 0 of {@code cut} is set if standard
 * output is truncated, bit 1 if standard error is: because the command exceeded its limit, or
 * because the response buffer is too small. Standard output has priority; standard error gets the
 * remaining space.
 */
public final class ExecResponse {

  /** Size of a response without output, in bytes. */
  public static final int LEAST_BYTES = 5 * Integer.BYTES;

  private static final int STDOUT_CUT = 1;
  private static final int STDERR_CUT = 2;

  private ExecResponse() {}

  /**
   * Writes a response.
   *
   * @param result the result of the call
   * @param buffer receives the response at its position, which is advanced; at least {@link
   *     #LEAST_BYTES} remain
   * @return the number of bytes written
   */
  public static int write(InvocationResult result, ByteBuffer buffer) {
    int room = buffer.remaining() - LEAST_BYTES;
    byte[] stdout = result.stdout().bytes();
    byte[] stderr = result.stderr().bytes();
    int stdoutLength = Math.min(stdout.length, room);
    int stderrLength = Math.min(stderr.length, room - stdoutLength);
    int cut =
        (isCut(result.stdout(), stdoutLength) ? STDOUT_CUT : 0)
            | (isCut(result.stderr(), stderrLength) ? STDERR_CUT : 0);
    ByteOrder order = buffer.order();
    buffer.order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(code(result.outcome().kind())).putInt(result.outcome().exitCode()).putInt(cut);
    buffer.putInt(stdoutLength).put(stdout, 0, stdoutLength);
    buffer.putInt(stderrLength).put(stderr, 0, stderrLength);
    buffer.order(order);
    return LEAST_BYTES + stdoutLength + stderrLength;
  }

  private static boolean isCut(Output output, int length) {
    return output.truncated() || length < output.bytes().length;
  }

  /** The codes are compiled into guests: they never change, and new ones are appended. */
  static int code(Kind kind) {
    return switch (kind) {
      case EXITED -> 0;
      case TIMED_OUT -> 1;
      case OUT_OF_FUEL -> 2;
      case OUT_OF_MEMORY -> 3;
      case STDIN_TOO_LARGE -> 4;
      case ARGV_TOO_LARGE -> 5;
      case OUTPUT_TOO_LARGE -> 6;
      case TRAPPED -> 7;
      case ARTIFACT_INTEGRITY -> 8;
      case CANCELLED -> 9;
      case REVOKED -> 10;
      case RATE_LIMITED -> 11;
      case DENIED -> 12;
      case MAX_DEPTH -> 13;
      case COMMAND_NOT_GRANTED -> 14;
      case UNKNOWN_COMMAND -> 15;
      case TOO_MANY_PROCESSES -> 16;
      case BAD_DIRECTORY -> 17;
      case UNUSABLE_PROGRAM -> 18;
      // No command has it: it is the outcome of steps that wait.
      case REJECTED -> 19;
      case HTTP_DENIED -> 20;
    };
  }
}
