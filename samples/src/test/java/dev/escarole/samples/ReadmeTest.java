package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what the samples print. */
class ReadmeTest {

  private static final Pattern OUTPUT =
      Pattern.compile("(?ms)^```text output ([a-z-]+)\n(.*?)^```$");

  @Test
  void everySample_readme_describesIt() throws IOException {
    String readme = readme();

    assertThat(Sample.all())
        .allSatisfy(
            sample ->
                assertThat(readme)
                    .contains("## " + sample.name())
                    .contains("samples/recipes/" + sample.name() + "/recipe."));
  }

  @Test
  void everyOutput_readme_isTheExpectedOne() throws IOException {
    Matcher outputs = OUTPUT.matcher(readme());
    int shown = 0;
    while (outputs.find()) {
      shown++;
      String expected = Sample.named(outputs.group(1)).expectedText();
      // A block ends with a line end, also where the output has none.
      assertThat(outputs.group(2)).isEqualTo(expected.endsWith("\n") ? expected : expected + "\n");
    }
    assertThat(shown).isGreaterThan(3);
  }

  private static String readme() throws IOException {
    return Files.readString(Path.of("README.md"));
  }
}
