package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.service.Actor;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** For how long, and how many, keys of launches are remembered. */
class LaunchKeysTest {

  private static final Actor ACTOR = new Actor(new Principal("somebody", false), "here");

  private Instant now = Instant.parse("2026-11-22T06:00:00Z");
  private final LaunchKeys keys = new LaunchKeys(() -> now);
  private int launched;

  private RunId next() {
    launched++;
    return new RunId("20261122-060000-%06d".formatted(launched));
  }

  private LaunchKeys.Result launch(String key) {
    return keys.launch(ACTOR, key, new byte[0], this::next);
  }

  @Test
  void a_key_is_remembered_for_a_day() {
    RunId first = launch("a").run();
    now = now.plus(Duration.ofHours(24));
    assertThat(launch("a")).isEqualTo(new LaunchKeys.Result(first, true));
    now = now.plusSeconds(1);
    assertThat(launch("a").repeated()).isFalse();
  }

  @Test
  void of_too_many_keys_the_oldest_is_forgotten() {
    for (int i = 0; i <= LaunchKeys.MOST; i++) {
      launch("k" + i);
    }
    assertThat(launch("k" + LaunchKeys.MOST).repeated()).isTrue();
    assertThat(launch("k2").repeated()).isTrue();
    assertThat(launch("k0").repeated()).isFalse();
  }

  @Test
  void without_a_key_every_request_launches() {
    keys.launch(ACTOR, null, new byte[0], this::next);
    assertThat(keys.launch(ACTOR, null, new byte[0], this::next).repeated()).isFalse();
    assertThat(launched).isEqualTo(2);
  }

  @Test
  void a_launch_that_breaks_is_not_remembered() {
    assertThatThrownBy(
            () ->
                keys.launch(
                    ACTOR,
                    "b",
                    new byte[0],
                    () -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(launch("b").repeated()).isFalse();
  }
}
