package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Outcome.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ValuesTest {

  @Test
  void grant_text_isRead() {
    assertThat(DirectoryGrant.parse("/srv/data::/data:ro"))
        .isEqualTo(new DirectoryGrant(Path.of("/srv/data"), "/data", Mode.READ_ONLY));
    assertThat(DirectoryGrant.parse("/srv/./x/../data::/a//b/./c/"))
        .isEqualTo(new DirectoryGrant(Path.of("/srv/data"), "/a/b/c", Mode.READ_WRITE));
    assertThat(DirectoryGrant.parse("data::/:rw").host()).isAbsolute();
    assertThat(DirectoryGrant.parse("data::/:rw").guest()).isEqualTo("/");
  }

  @ParameterizedTest
  @CsvSource({
    "/srv, must have the form HOST::GUEST",
    "::/data, must have the form HOST::GUEST",
    "/srv::data, must be absolute",
    "/srv::/a/../b, must not contain '..'",
    "/srv::/data:rx, only ':ro' or ':rw' may follow"
  })
  void grant_malformed_isExplained(String text, String why) {
    assertThatThrownBy(() -> DirectoryGrant.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void limits_defaults_areTheDocumentedOnes() {
    assertThat(Limits.defaults())
        .isEqualTo(
            new Limits(
                Duration.ofSeconds(30),
                268_435_456,
                67_108_864,
                262_144,
                8_388_608,
                5_000_000_000L));
  }

  @Test
  void limits_outOfRange_nameFieldRangeAndValue() {
    assertThatThrownBy(() -> Limits.defaults().withMemoryBytes(1))
        .hasMessage("Limits.memoryBytes must be 65536..2147418112 (default 268435456), was 1");
    assertThatThrownBy(() -> Limits.defaults().withWallClock(Duration.ZERO))
        .hasMessage("Limits.wallClock must be 1 ms to 24 h (default 30 s), was PT0S");
    assertThatThrownBy(() -> Limits.defaults().withOutputBytes(-1))
        .hasMessageContaining("outputBytes");
    assertThatThrownBy(() -> Limits.defaults().withFuel(0))
        .hasMessage("Limits.fuel must be 1..1000000000000000000 (default 5000000000), was 0");
  }

  @Test
  void limits_narrowed_neverGrow() {
    Limits limits = Limits.defaults();
    assertThat(limits.narrowedTo(Duration.ofSeconds(5)).wallClock())
        .isEqualTo(Duration.ofSeconds(5));
    assertThat(limits.narrowedTo(Duration.ofDays(2))).isEqualTo(limits);
    assertThat(limits.narrowedTo(Duration.ZERO).wallClock()).isEqualTo(Duration.ofMillis(1));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void outcome_everyKind_hasAWordAndACode(Kind kind) {
    Outcome outcome = kind == Kind.EXITED ? Outcome.exited(7) : Outcome.of(kind, "because");
    assertThat(outcome.word()).matches("[a-z_]+");
    assertThat(outcome.exitCode()).isPositive();
    assertThat(outcome.isSuccess()).isFalse();
    assertThat(outcome.toString()).startsWith(outcome.word());
    assertThat(kind.isDenial()).isEqualTo(List.of(126, 127).contains(outcome.exitCode()));
  }

  @Test
  void outcome_text_namesTheArgument() {
    assertThat(Outcome.exited(2)).hasToString("exited(2)");
    assertThat(Outcome.trapped("unreachable")).hasToString("trapped(unreachable)");
    assertThat(Outcome.exited(0).isSuccess()).isTrue();
    assertThatThrownBy(() -> Outcome.of(Kind.EXITED, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void cancellation_reachesWhatIsAttachedBeforeAndAfter() {
    Cancellation cancellation = new Cancellation();
    List<String> stopped = new ArrayList<>();
    Runnable detached = () -> stopped.add("detached");
    cancellation.attach(() -> stopped.add("before"));
    cancellation.attach(detached);
    cancellation.detach(detached);

    cancellation.cancel();
    cancellation.cancel();
    cancellation.attach(() -> stopped.add("after"));

    assertThat(stopped).containsExactly("before", "after");
    assertThat(cancellation.isCancelled()).isTrue();
  }

  @Test
  void invocation_whatAGuestCannotReceive_isRefused() {
    Invocation.Builder builder = Invocation.of("x");
    assertThatThrownBy(() -> builder.arguments("a\0b")).hasMessageContaining("NUL");
    assertThatThrownBy(() -> builder.environment(Map.of("A=B", "c"))).hasMessageContaining("'A=B'");
    assertThatThrownBy(() -> builder.environment(Map.of("A", "\0")))
        .hasMessageContaining("A holds");
    assertThatThrownBy(() -> builder.depth(-1)).hasMessageContaining("was -1");
  }

  @Test
  void artifactId_shape_isChecked() {
    assertThat(ArtifactId.of(new byte[0]).sha256())
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThatThrownBy(() -> new ArtifactId("E3")).hasMessageContaining("'E3'");
  }
}
