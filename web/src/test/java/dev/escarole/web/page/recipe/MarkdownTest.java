package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {

  @Test
  void headings_stand_below_those_of_the_page() {
    assertThat(Markdown.html("# A\n\n##### B")).contains("<h3>A</h3>", "<h6>B</h6>");
  }

  @Test
  void pictures_become_links_with_their_words() {
    assertThat(Markdown.html("![a *b*](https://example.org/c.png)"))
        .contains("<a", "href=\"https://example.org/c.png\"", "a <em>b</em>")
        .doesNotContain("<img");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        "java&#10;script:alert(1)",
        "vbscript:x",
        "data:text/html;base64,AA",
        "file:///etc/passwd",
        "&#106;avascript:alert(1)"
      })
  void addresses_that_could_do_something_go_nowhere(String address) {
    assertThat(Markdown.html("[x](" + address + ")")).doesNotContainPattern("href=\"[^\"]+\"");
  }

  @Test
  void the_first_line_is_the_first_that_says_something() {
    assertThat(Markdown.firstLine("\n\n## Hello *you*\nmore")).isEqualTo("Hello you");
    assertThat(Markdown.firstLine("A **draft** of `x < y`, <b>bold</b>"))
        .isEqualTo("A draft of \"x < y\", <b>bold</b>");
    assertThat(Markdown.firstLine("x".repeat(500))).hasSize(200).endsWith("…");
    assertThat(Markdown.firstLine(" \n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*a **b ", "[", "> ", "- ", "![", "`", "<a ", "((("})
  void marks_inside_each_other_by_the_thousand_end_in_some_page(String mark) {
    String html = Markdown.html(mark.repeat(Markdown.LONGEST / mark.length()));

    assertThat(html).isNotEmpty().doesNotContain("<a ");
  }

  @Property(tries = 300)
  void no_text_becomes_a_script_or_an_attribute_of_its_own(
      @ForAll
          @StringLength(max = 60)
          @Chars({'<', '>', '"', '\'', '[', ']', '(', ')', '!', '`', '*', '&', ';', ':', '\n', ' '})
          @CharRange(from = 'a', to = 'c')
          String text) {
    String html = Markdown.html("<script>" + text + "<img onerror=x>" + text);

    assertThat(html).doesNotContain("<script", "<img");
  }
}
