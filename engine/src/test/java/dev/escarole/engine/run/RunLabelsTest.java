package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunLabelsTest {

  @Test
  void labels_are_stripped_sorted_and_each_there_once() {
    assertThat(RunLabels.checked(List.of("nightly ", "Ünï 🥬", "nightly", "a b")))
        .containsExactly("a b", "nightly", "Ünï 🥬");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "  ", "a\nb", "a\u0000b", "\ud800", "a\u2028b", "a\u202eb", "\u001b[31m"})
  void what_is_no_printable_text_is_refused(String label) {
    assertThatThrownBy(() -> RunLabels.checked(label)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_label_that_is_too_long_is_refused_with_the_limit() {
    assertThat(RunLabels.checked("x".repeat(100))).hasSize(100);
    assertThatThrownBy(() -> RunLabels.checked("x".repeat(101))).hasMessageContaining("1 to 100");
  }

  @Test
  void too_many_labels_are_refused_with_the_limit() {
    List<String> many = IntStream.range(0, 21).mapToObj(i -> "label" + i).toList();
    assertThat(RunLabels.checked(many.subList(0, 20))).hasSize(20);
    assertThat(RunLabels.checked(Collections.nCopies(30, "same"))).containsExactly("same");
    assertThatThrownBy(() -> RunLabels.checked(many)).hasMessageContaining("20");
  }
}
