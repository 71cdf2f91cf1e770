package dev.escarole.recipe.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilePatternTest {

  @ParameterizedTest
  @CsvSource({
    "out/*.md, out/a.md, true",
    "out/*.md, out/.md, true",
    "out/*.md, out/b/a.md, false",
    "out/*.md, out/a.mdx, false",
    "out/a?.md, out/ab.md, true",
    "out/a?.md, out/a.md, false",
    "**/*.md, a.md, true",
    "**/*.md, x/y/a.md, true",
    "out/**, out/a, true",
    "out/**, out/b/c, true",
    "out/**, out, false",
    "out/**/a, out/a, true",
    "out/**/a, out/x/y/a, true",
    "out/**/a, out/x/y/b, false",
    "**, a/b/c, true",
    "a*b*c, axxbyyc, true",
    "a*b*c, axxcyyb, false",
    "a.c, abc, false",
    "(a+)$, (a+)$, true"
  })
  void matches_as_the_page_of_the_language_says(String pattern, String path, boolean matches) {
    assertThat(FilePattern.parse(pattern).matches(List.of(path.split("/")))).isEqualTo(matches);
  }

  @Test
  void leads_only_into_directories_that_can_hold_a_match() {
    FilePattern pattern = FilePattern.parse("out/*/a.md");
    assertThat(pattern.leadsInto(List.of("out"))).isTrue();
    assertThat(pattern.leadsInto(List.of("out", "b"))).isTrue();
    assertThat(pattern.leadsInto(List.of("out", "b", "c"))).isFalse();
    assertThat(pattern.leadsInto(List.of("in"))).isFalse();
    assertThat(FilePattern.parse("**/a").leadsInto(List.of("x", "y", "z"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/etc/passwd",
        "../x",
        "a/../../x",
        "./a",
        "a//b",
        "out/",
        "a\\b",
        "{a,b}",
        "[ab]",
        "a\nb",
        "a**",
        "x/**b"
      })
  void refuses_what_leaves_the_workspace_or_can_match_nothing(String pattern) {
    assertThatThrownBy(() -> FilePattern.parse(pattern))
        .isInstanceOfSatisfying(
            TemplateException.class,
            e -> {
              assertThat(e.code()).isEqualTo(Codes.BAD_PATTERN);
              assertThat(e.hint()).isNotBlank();
            });
  }

  /** A guest chooses names, an author patterns: neither may cost more than the other's length. */
  @Test
  void no_name_makes_a_pattern_costly() {
    FilePattern pattern = FilePattern.parse("a*".repeat(120) + "b");
    FilePattern deep = FilePattern.parse("**/".repeat(200) + "b");
    List<String> path = new ArrayList<>(Collections.nCopies(60, "a".repeat(255)));
    long begun = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      assertThat(pattern.matches(List.of("a".repeat(255)))).isFalse();
      assertThat(deep.matches(path)).isFalse();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }
}
