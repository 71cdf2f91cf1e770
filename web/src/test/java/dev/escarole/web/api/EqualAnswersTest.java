package dev.escarole.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers that are sent again because the document is the same. */
class EqualAnswersTest {

  private final EqualAnswers answers = new EqualAnswers();

  @Test
  void an_equal_document_is_sent_again_and_no_other() {
    byte[] bytes = "[1,2]".getBytes(UTF_8);
    assertThat(answers.find("/runs?limit=2", List.of(1, 2))).isEmpty();
    answers.keep("/runs?limit=2", List.of(1, 2), bytes);
    assertThat(answers.find("/runs?limit=2", List.of(1, 2))).hasValue(bytes);
    assertThat(answers.find("/runs?limit=2", List.of(1, 3))).isEmpty();
    assertThat(answers.find("/runs?limit=3", List.of(1, 2))).isEmpty();
  }

  @Test
  void neither_large_answers_nor_many_are_kept() {
    answers.keep("large", List.of(), new byte[EqualAnswers.LARGEST + 1]);
    assertThat(answers.find("large", List.of())).isEmpty();
    for (int i = 0; i < 1_000; i++) {
      answers.keep("/runs?limit=" + i, List.of(i), new byte[1]);
    }
    assertThat(answers.find("/runs?limit=0", List.of(0))).isEmpty();
    assertThat(answers.find("/runs?limit=999", List.of(999))).isPresent();
  }
}
