package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RunIdsTest {

  private static final Instant NOW = Instant.parse("2026-11-30T20:00:00.123Z");

  /** Says everything twice: the characters of each id, then the same again. */
  private static RandomGenerator stammering() {
    Random random = new Random(7);
    List<Integer> said = new ArrayList<>();
    return new Random() {
      private static final long serialVersionUID = 1L;

      @Override
      public int nextInt(int bound) {
        if (said.size() == 12) {
          said.clear();
        }
        said.add(said.size() < 6 ? random.nextInt(bound) : said.get(said.size() - 6));
        return said.get(said.size() - 1);
      }
    };
  }

  @Test
  void an_id_is_never_issued_twice_in_a_second() {
    RunIds ids = new RunIds(stammering());
    List<RunId> issued = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      issued.add(ids.next(NOW.plusMillis(i)));
    }
    assertThat(issued).doesNotHaveDuplicates();
  }

  @Test
  void the_next_second_begins_anew() {
    RunIds ids = new RunIds(stammering());
    RunId first = ids.next(NOW);
    RunId second = ids.next(NOW.plusSeconds(1));
    assertThat(second.value()).endsWith(first.value().substring(15));
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void an_id_that_is_given_away_in_advance_is_longer() {
    RunIds ids = new RunIds(new Random(3));
    RunId early = ids.inAdvance(NOW);
    assertThat(early.value()).matches("20261130-200000-[0-9a-z]{10}");
    assertThat(RunId.isOne(early.value())).isTrue();
    assertThat(early).isLessThan(ids.next(NOW.plusSeconds(1)));
    assertThat(RunId.isOne("20261130-200000-k3f9x2a")).isFalse();
  }
}
