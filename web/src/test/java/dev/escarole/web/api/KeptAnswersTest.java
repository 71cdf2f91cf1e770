package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How much is kept of answers, and of which. */
class KeptAnswersTest {

  private static final int SIZE = 10_000;

  private final KeptAnswers answers = new KeptAnswers(5L * SIZE);

  private static String run(int number) {
    return "20261122-060000-%06d".formatted(number);
  }

  private boolean has(int number) {
    return answers.find(run(number), "getRun").isPresent();
  }

  @Test
  void of_too_much_what_was_least_recently_given_goes_first() {
    for (int i = 0; i < 4; i++) {
      answers.keep(run(i), "getRun", new byte[SIZE]);
    }
    assertThat(has(0)).isTrue();
    answers.keep(run(4), "getRun", new byte[SIZE]);
    answers.keep(run(5), "getRun", new byte[SIZE]);
    assertThat(has(0)).isTrue();
    assertThat(has(1)).isFalse();
    assertThat(has(2)).isFalse();
    assertThat(has(5)).isTrue();
    assertThat(answers.bytes()).isBetween(4L * SIZE, 5L * SIZE);
  }

  @Test
  void what_is_kept_twice_counts_once_and_what_is_too_large_not_at_all() {
    answers.keep(run(1), "getRun", new byte[SIZE]);
    answers.keep(run(1), "getRun", new byte[SIZE]);
    assertThat(answers.bytes()).isBetween((long) SIZE, 2L * SIZE);
    answers.keep(run(2), "getRun", new byte[KeptAnswers.LARGEST + 1]);
    assertThat(has(2)).isFalse();
    assertThat(has(1)).isTrue();
  }
}
