package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.CachingRunner.ResultKey;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The key of a result. */
class ResultKeyTest {

  private static final byte[] NO_STDIN = new byte[32];

  /** Everything of a call that can matter to a hermetic program. */
  record Parts(
      String program,
      String name,
      List<String> argv,
      Map<String, String> environment,
      List<String> paths) {

    Command command() {
      ArtifactId artifact = ArtifactId.of(program.getBytes(StandardCharsets.UTF_8));
      return new Command("c", artifact, Command.Origin.REGISTERED);
    }

    Invocation invocation() {
      return Invocation.of(name)
          .arguments(argv)
          .environment(environment)
          .directories(
              paths.stream()
                  .map(
                      path ->
                          new DirectoryGrant(Path.of("/x"), path, DirectoryGrant.Mode.READ_ONLY))
                  .toList())
          .build();
    }
  }

  @Provide
  Arbitrary<Parts> parts() {
    Arbitrary<String> text = Arbitraries.strings().withChars("a\u0001\u0100=/").ofMaxLength(3);
    Arbitrary<String> variable =
        Arbitraries.strings().withChars("AB").ofMinLength(1).ofMaxLength(2);
    return Combinators.combine(
            Arbitraries.of("p", "q"),
            Arbitraries.of("c", "cc"),
            text.list().ofMaxSize(3),
            Arbitraries.maps(variable, text).ofMaxSize(2),
            Arbitraries.of("/a", "/b").list().ofMaxSize(2))
        .as(Parts::new);
  }

  @Property(tries = 2000)
  void two_calls_have_one_key_only_if_they_are_equal(
      @ForAll("parts") Parts one, @ForAll("parts") Parts other) {
    byte[] first = ResultKey.encoded(one.command(), one.invocation(), false, NO_STDIN);
    byte[] second = ResultKey.encoded(other.command(), other.invocation(), false, NO_STDIN);
    boolean equal =
        one.equals(other)
            && List.copyOf(one.environment().keySet())
                .equals(List.copyOf(other.environment().keySet()));
    assertThat(Arrays.equals(first, second)).isEqualTo(equal);
  }

  @Property(tries = 2000)
  void a_text_that_moves_to_its_neighbour_makes_another_key(
      @ForAll("parts") Parts parts, @ForAll("parts") Parts like) {
    // The same characters, cut elsewhere: what a key without lengths would confuse.
    String all = String.join("", parts.argv()) + String.join("", like.argv());
    for (int cut = 0; cut < all.length(); cut++) {
      List<String> one = List.of(all.substring(0, cut), all.substring(cut));
      List<String> other = List.of(all.substring(0, cut + 1), all.substring(cut + 1));
      assertThat(key(Invocation.of("c").arguments(one).build()))
          .isNotEqualTo(key(Invocation.of("c").arguments(other).build()));
    }
  }

  private static String key(Invocation invocation) {
    Command command = new Command("c", ArtifactId.of(new byte[0]), Command.Origin.REGISTERED);
    return ResultKey.of(command, invocation, false);
  }

  @Example
  void everything_that_can_matter_is_in_the_key_and_time_is_not() {
    Invocation plain = Invocation.of("c").build();
    Limits limits = Limits.defaults();
    assertThat(
            List.of(
                key(plain),
                key(Invocation.of("d").build()),
                key(plain.toBuilder().arguments("").build()),
                key(plain.toBuilder().stdin("x").build()),
                key(plain.toBuilder().environment(Map.of("A", "")).build()),
                key(plain.toBuilder().directories(List.of(grant("/w", "/a:ro"))).build()),
                key(plain.toBuilder().directories(List.of(grant("/w", "/a"))).build()),
                key(plain.toBuilder().limits(limits.withFuel(1)).build()),
                key(plain.toBuilder().limits(limits.withMemoryBytes(65_536)).build()),
                key(plain.toBuilder().limits(limits.withStdinBytes(1)).build()),
                key(plain.toBuilder().limits(limits.withArgvBytes(1)).build()),
                key(plain.toBuilder().limits(limits.withOutputBytes(1)).build())))
        .doesNotHaveDuplicates();
    assertThat(key(plain.toBuilder().limits(limits.withWallClock(Duration.ofMillis(1))).build()))
        .isEqualTo(key(plain));
    assertThat(key(plain.toBuilder().directories(List.of(grant("/elsewhere", "/a"))).build()))
        .isEqualTo(key(plain.toBuilder().directories(List.of(grant("/w", "/a"))).build()));
  }

  @Example
  void the_program_its_argument_mode_and_its_capability_are_in_the_key() {
    Invocation plain = Invocation.of("c").build();
    ArtifactId artifact = ArtifactId.of(new byte[0]);
    Command argv = new Command("c", artifact, Command.Origin.REGISTERED);
    Command stdin1 = new Command("c", artifact, Command.Origin.REGISTERED, ArgumentMode.STDIN1);
    Command other =
        new Command("c", ArtifactId.of(new byte[1]), Command.Origin.REGISTERED, ArgumentMode.ARGV);
    assertThat(
            List.of(
                ResultKey.of(argv, plain, false),
                ResultKey.of(argv, plain, true),
                ResultKey.of(stdin1, plain, false),
                ResultKey.of(other, plain, false)))
        .doesNotHaveDuplicates();
  }

  private static DirectoryGrant grant(String host, String guest) {
    return DirectoryGrant.parse(host + "::" + guest);
  }
}
