package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import dev.escarole.engine.broker.WireException.WireFault;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecRequestTest {

  private static final byte[] STDIN = "users\n".getBytes(StandardCharsets.UTF_8);

  private static ExecRequest decode(byte[] bytes) throws WireException {
    return ExecRequest.decode(ByteBuffer.wrap(bytes), 1_000);
  }

  private static WireException refusal(byte[] bytes) {
    return catchThrowableOfType(WireException.class, () -> decode(bytes));
  }

  /** Numbers stand for themselves, as 32 bits, and texts for their bytes in Latin 1. */
  private static byte[] frame(Object... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object part : parts) {
      if (part instanceof Integer number) {
        int reversed = Integer.reverseBytes(number);
        out.writeBytes(ByteBuffer.allocate(4).putInt(reversed).array());
      } else {
        out.writeBytes(String.valueOf(part).getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    return out.toByteArray();
  }

  @Test
  void wc_31_wc_32_request_hasTheLayoutOfTheText() {
    ExecRequest request = new ExecRequest("grep", List.of("ada; rm -rf /"), STDIN);

    assertThat(HexFormat.of().formatHex(WireForm.of(request)))
        .isEqualTo(
            "04000000"
                + "67726570"
                + "01000000"
                + "0d000000"
                + "6164613b20726d202d7266202f"
                + "06000000"
                + "75736572730a");
  }

  @Test
  void wc_34_metacharacters_passUnchangedInsideOneArgument() throws Exception {
    String hostile = "ada; rm -rf / && $(x) `y` | > < \" ' \\ \n\t";

    ExecRequest request = decode(WireForm.of(new ExecRequest("grep", List.of(hostile, ""), STDIN)));

    assertThat(request.name()).isEqualTo("grep");
    assertThat(request.arguments()).containsExactly(hostile, "");
    assertThat(request.stdin()).isEqualTo(STDIN);
  }

  @Test
  void stdin_isAnyBytes() throws Exception {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    assertThat(decode(WireForm.of(new ExecRequest("cat", List.of(), all))).stdin()).isEqualTo(all);
  }

  @Test
  void wc_33_everyKindOfMalformation_hasANameAndAPlace() {
    assertRefused(frame(), WireFault.LENGTH_CUT_SHORT, 0);
    assertRefused(frame(4, "grep", 0, "\0\0"), WireFault.LENGTH_CUT_SHORT, 12);
    assertRefused(frame(5, "grep"), WireFault.LENGTH_TOO_LARGE, 0);
    assertRefused(frame(-1, "grep", 0, 0), WireFault.LENGTH_TOO_LARGE, 0);
    assertRefused(frame(0x7fffffff, "grep", 0, 0), WireFault.LENGTH_TOO_LARGE, 0);
    assertRefused(frame(4, "grep", -1, 0), WireFault.LENGTH_TOO_LARGE, 8);
    assertRefused(frame(4, "grep", 2, 0, "abc"), WireFault.LENGTH_TOO_LARGE, 8);
    assertRefused(frame(4, "grep", 1, -2, "x", 0), WireFault.LENGTH_TOO_LARGE, 12);
    assertRefused(frame(4, "grep", 0, 0x80000000), WireFault.LENGTH_TOO_LARGE, 12);
    assertRefused(frame(4, "grep", 0, 1, "xy"), WireFault.TRAILING_BYTES, 17);
    assertRefused(frame(256, "x".repeat(256), 0, 0), WireFault.NAME_TOO_LONG, 0);
    assertRefused(frame(4, "gr\0p", 0, 0), WireFault.NUL_BYTE, 4);
    assertRefused(frame(4, "grep", 1, 3, "a\0b", 0), WireFault.NUL_BYTE, 16);
    assertRefused(frame(4, "gr\u00ffp", 0, 0), WireFault.NOT_UTF8, 4);
    assertRefused(frame(4, "grep", 1, 2, "\u00c0\u0080", 0), WireFault.NOT_UTF8, 16);
    assertRefused(frame(4, "grep", 1, 3, "\u00ed\u00a0\u0080", 0), WireFault.NOT_UTF8, 16);
  }

  @Test
  void arguments_beyondTheCount_areRefused() {
    Object[] parts = new Object[1_004];
    Arrays.fill(parts, 0);
    parts[0] = 1;
    parts[1] = "x";
    parts[2] = 1_001;
    assertRefused(frame(parts), WireFault.TOO_MANY_ARGUMENTS, 5);
  }

  @Test
  void name_ofTheMostBytes_isAccepted() throws Exception {
    assertThat(decode(frame(255, "x".repeat(255), 0, 0)).name()).hasSize(255);
    assertThat(decode(frame(0, 0, 0)).name()).isEmpty();
  }

  @Test
  void buffer_isReadFromPositionToLimitAndNotMoved() throws Exception {
    byte[] inner = WireForm.of(new ExecRequest("cat", List.of("x"), STDIN));
    ByteBuffer buffer = ByteBuffer.allocate(inner.length + 20).position(7).put(inner);
    buffer.limit(buffer.position()).position(7);

    assertThat(ExecRequest.decode(buffer, 10).arguments()).containsExactly("x");
    assertThat(buffer.position()).isEqualTo(7);
    buffer.put(7, (byte) 9);
    WireException refused =
        catchThrowableOfType(WireException.class, () -> ExecRequest.decode(buffer, 10));
    assertThat(refused.offset()).isBetween(0, inner.length);
  }

  @Test
  void wc_33_hostileLength_allocatesNothingForIt() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[][] hostile = {
      frame(-1, 0, 0), frame(1, "x", 0x7fffffff, 0), frame(1, "x", 0, 0x7fffffff), frame(1, "x", -1)
    };
    for (byte[] bytes : hostile) {
      assertThat(refusal(bytes)).isNotNull();
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (byte[] bytes : hostile) {
      WireException unused = refusal(bytes);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
  }

  private static void assertRefused(byte[] bytes, WireFault fault, int offset) {
    WireException refused = refusal(bytes);
    assertThat(refused).as(fault.word()).isNotNull();
    assertThat(refused.fault()).isEqualTo(fault);
    assertThat(refused.offset()).isEqualTo(offset);
    assertThat(refused)
        .hasMessage("the request is malformed at byte " + offset + ": " + fault.word());
  }
}
