package dev.escarole.recipe.handle;

import static dev.escarole.recipe.handle.Handles.argv;
import static dev.escarole.recipe.handle.Handles.codes;
import static dev.escarole.recipe.handle.Handles.refusals;
import static dev.escarole.recipe.handle.Handles.tool;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the text on Command Handles demands of the {@code args} encoding, through whole handles. The
 * encoding itself has its table of cases elsewhere.
 */
class ArgumentRowsTest {
  private static final String GIVEN =
      "{\"m\":\"Fix; rm -rf /\",\"evil\":\"-rf\",\"o\":{\"-rf\":true},\"l\":[\"a\",\"-b\"]}";

  private static String encoded(String members) {
    return tool("\"arguments\":{\"$encode\":\"args\"," + members + "}");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "CH-36 ~ \"x\":{\"$args\":[\"--\",\"odd.txt\"]}                       ~ x|--|odd.txt",
        "CH-38 ~ \"b\":null,\"2\":null,\"1\":null,\"a\":null                  ~ b|2|1|a",
        "CH-40 ~ \"-i\":true,\"-t\":true,\"-p\":\"1\",\"-a\":true,\"+b\":true ~ -it|-p|1|-a|+b",
        "CH-41 ~ \"--o=\":[\"a\",\"b\"],\"--p=\":true,\"--q=\":false          ~ --o=a,b|--p=true",
        "CH-42 ~ \"-m\":[\"one two\",\"three\"],\"--all\":true                ~ -m|one two|three|--all",
        "CH-43 ~ \"run\":{\"-v\":true,\"image\":\"x\"},\"word\":\"y\"         ~ run|-v|image|x|word|y",
        "CH-44 ~ \"--o=\":[\"a,b\",\"c\\\\\\\\d\"]                            ~ --o=a\\,b,c\\\\d",
        "CH-45 ~ \"a\":\"s p\",\"b\":1.50,\"c\":true,\"d\":null,\"e\":false   ~ a|s p|b|1.5|c|true",
        "CH-46 ~ \"x\":[\"a\",[\"b\",[null,\"c\"]],{\"-q\":true}]             ~ x|a|b|c|-q",
        "CH-48 ~ \"x\":{\"$args\":[\"-z\",\"a b\",\"--\",\"-y\"]}             ~ x|-z|a b|--|-y",
        "CH-49 ~ \"x\":{\"$flags\":{\"n\":\"1\",\"a\":true,\"b\":true}}       ~ x|-ab|-n|1",
        "CH-50 ~ \"x\":{\"$repeat\":{\"-I\":[\"a\",\"b\"],\"--n=\":[]}}       ~ x|-I|a|-I|b",
        "CH-53 ~ \"x\":{\"--\":{\"$\":\"evil\"},\"--m=\":{\"$\":\"evil\"}}    ~ x|--|-rf|--m=-rf"
      })
  void the_arguments_are(String row, String members, String expected) {
    assertThat(String.join("|", argv(encoded(members), GIVEN))).isEqualTo("tool|" + expected);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "CH-37 ~ \"x\":{\"$flags\":{\"a\":true},\"$args\":[\"b\"]} ~ args-multiple-directives",
        "CH-37 ~ \"x\":{\"$flags\":{\"a\":true},\"b\":\"c\"}       ~ args-directive-siblings",
        "CH-39 ~ \"a.b\":1                                         ~ args-bad-name",
        "CH-39 ~ \"---x\":true                                     ~ args-bad-name",
        "CH-47 ~ \"x\":\"a\\u0000b\"                               ~ args-nul",
        "CH-47 ~ \"x\":\"\\ud800\"                                 ~ args-bad-unicode",
        "CH-49 ~ \"x\":{\"$flags\":[\"a\"]}                        ~ args-flags-not-object",
        "CH-50 ~ \"x\":{\"$repeat\":{\"-I\":\"a\"}}                ~ args-repeat-not-array",
        "CH-53 ~ \"x\":{\"$\":\"evil\"}                            ~ args-flag-injection",
        "CH-53 ~ \"-I\":{\"$\":\"l\"}                              ~ args-flag-injection",
        "CH-53 ~ \"x\":{\"$\":\"o\"}                               ~ args-dynamic-object"
      })
  void the_arguments_are_refused(String row, String members, String code) {
    assertThat(codes(refusals(encoded(members), GIVEN))).containsExactly(code);
  }

  @ParameterizedTest(name = "{0}, sample {index}")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "CH-51 ~ \"docker\":{\"run\":{\"-i\":true,\"-t\":true,\"-p\":\"8080\",\"--name=\":\"test-container\",\"--label=\":[\"app=myapp\",\"env=prod,debug\"],\"ubuntu\":{\"latest\":null,\"bash\":null}}} ~ docker|run|-it|-p|8080|--name=test-container|--label=app=myapp,env=prod\\,debug|ubuntu|latest|bash",
        "CH-51 ~ \"str\":\"hello\",\"num\":42,\"bool\":true,\"empty\":null ~ str|hello|num|42|bool|true",
        "CH-51 ~ \"git\":{\"commit\":{\"-a\":true,\"-m\":[\"Initial commit\",\"More details\"],\"--\":[\"file1.txt\",\"file2.txt\"]}} ~ git|commit|-a|-m|Initial commit|More details|--|file1.txt|file2.txt",
        "CH-51 ~ \"command\":{\"$args\":[\"--\",\"file.txt\"]} ~ command|--|file.txt",
        "CH-51 ~ \"command\":{\"$flags\":{\"a\":true,\"b\":true,\"v\":true,\"message\":\"Commit message\",\"author=\":\"Alice\"}} ~ command|-abv|--message|Commit message|--author=Alice",
        "CH-51 ~ \"command\":{\"$repeat\":{\"-I\":[\"include1\",\"include2\"],\"--define=\":[\"DEBUG=1\",\"VERSION=2\"],\"--optional=\":[]}} ~ command|-I|include1|-I|include2|--define=DEBUG=1|--define=VERSION=2"
      })
  void the_printed_results_come_out_exactly(String row, String members, String expected) {
    assertThat(String.join("|", argv(encoded(members), "{}"))).isEqualTo("tool|" + expected);
  }
}
