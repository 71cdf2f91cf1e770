package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;

/** What holds of decoding any bytes at all; a property test and a fuzz test both ask for it. */
final class WireChecks {

  /** What decoding a byte may allocate at most: an argument of one byte is an object of its own. */
  private static final long BYTES_FOR_EACH = 64;

  /** What decoding allocates beside: decoders, buffers, and an exception. */
  private static final long BYTES_ANYWAY = 32_768;

  static final long MOST_ARGUMENTS = 5_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private WireChecks() {}

  static {
    // What is loaded on first use is nobody's fault later.
    decode(WireForm.of(new ExecRequest("first", List.of("use"), new byte[1])));
    decode(new byte[1]);
  }

  /** Decodes bytes to a request that is written as the same bytes, or to a fault with a name. */
  static void decodeAnything(byte[] bytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Object decoded = decode(bytes);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(BYTES_ANYWAY + BYTES_FOR_EACH * bytes.length);
    if (decoded instanceof ExecRequest request) {
      assertThat(WireForm.of(request)).isEqualTo(bytes);
    } else {
      WireException refusal = (WireException) decoded;
      assertThat(refusal.offset()).isBetween(0, bytes.length);
      assertThat(refusal.fault().code()).isBetween(-9, -3);
    }
  }

  private static Object decode(byte[] bytes) {
    try {
      return ExecRequest.decode(ByteBuffer.wrap(bytes), MOST_ARGUMENTS);
    } catch (WireException e) {
      return e;
    }
  }
}
