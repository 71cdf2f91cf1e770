package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.engine.broker.WireException.WireFault;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class WirePropertyTest {

  @Provide
  Arbitrary<ExecRequest> requests() {
    Arbitrary<String> texts =
        Arbitraries.strings()
            .withCharRange('\u0001', '\ud7ff')
            .withChars(';', '|', '$', '\n', '"', '\u00e9')
            .ofMaxLength(20);
    Arbitrary<byte[]> inputs = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
    return Combinators.combine(texts, texts.list().ofMaxSize(6), inputs).as(ExecRequest::new);
  }

  @Property
  void everyRequest_comesBackAsItWas(@ForAll("requests") ExecRequest request) throws Exception {
    ExecRequest back = ExecRequest.decode(ByteBuffer.wrap(WireForm.of(request)), 6);

    assertThat(back.name()).isEqualTo(request.name());
    assertThat(back.arguments()).isEqualTo(request.arguments());
    assertThat(back.stdin()).isEqualTo(request.stdin());
  }

  @Property(tries = 300)
  void everyTruncation_isRefused(@ForAll("requests") ExecRequest request) {
    byte[] whole = WireForm.of(request);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      WireException refused =
          catchThrowableOfType(
              WireException.class, () -> ExecRequest.decode(ByteBuffer.wrap(cut), 6));
      assertThat(refused.fault()).isIn(WireFault.LENGTH_CUT_SHORT, WireFault.LENGTH_TOO_LARGE);
    }
  }

  @Property
  void everyMutation_isAnotherRequestOrHasAName(
      @ForAll("requests") ExecRequest request, @ForAll("mutationLists") List<Mutation> mutations) {
    byte[] bytes = WireForm.of(request);
    for (Mutation mutation : mutations) {
      bytes = mutation.apply(bytes);
      WireChecks.decodeAnything(bytes);
    }
  }

  @Property
  void anyBytes_areARequestOrHaveAName(@ForAll byte[] bytes) {
    WireChecks.decodeAnything(bytes);
  }

  @Provide
  Arbitrary<List<Mutation>> mutationLists() {
    return Combinators.combine(
            Arbitraries.of(Mutation.Kind.values()),
            Arbitraries.integers().greaterOrEqual(0),
            Arbitraries.of(-1, 0, 1, 2, 0x7fffffff, 0x80000000, 0x100, 0x01000000))
        .as(Mutation::new)
        .list()
        .ofMaxSize(12);
  }

  /** One change to a request, at a place that is taken modulo its size. */
  record Mutation(Kind kind, int place, int value) {

    enum Kind {
      SET_BYTE,
      SET_LENGTH,
      INSERT,
      REMOVE,
      DOUBLE
    }

    byte[] apply(byte[] bytes) {
      if (bytes.length < 4) {
        return new byte[] {(byte) value, 0, 0, 0};
      }
      int at = place % (bytes.length - 3);
      byte[] head = Arrays.copyOf(bytes, at);
      byte[] tail = Arrays.copyOfRange(bytes, at, bytes.length);
      return switch (kind) {
        case SET_BYTE -> {
          tail[0] = (byte) value;
          yield join(head, tail);
        }
        case SET_LENGTH -> {
          ByteBuffer.wrap(tail).putInt(Integer.reverseBytes(value));
          yield join(head, tail);
        }
        case INSERT -> join(join(head, new byte[] {(byte) value}), tail);
        case REMOVE -> join(head, Arrays.copyOfRange(tail, 1, tail.length));
        case DOUBLE -> bytes.length > 4_096 ? head : join(bytes, tail);
      };
    }

    private static byte[] join(byte[] head, byte[] tail) {
      byte[] all = Arrays.copyOf(head, head.length + tail.length);
      System.arraycopy(tail, 0, all, head.length, tail.length);
      return all;
    }
  }

  @Property(tries = 200)
  void manyArguments_allocateInTheOrderOfTheRequest(@ForAll @IntRange(max = 4_000) int count) {
    List<String> arguments = Collections.nCopies(count, "x");
    WireChecks.decodeAnything(WireForm.of(new ExecRequest("many", arguments, new byte[0])));
  }
}
