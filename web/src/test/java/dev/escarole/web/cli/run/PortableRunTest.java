package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 11, B9: what the command line says of fields that are none of the language. */
class PortableRunTest {

  private CliHarness cli;
  private Path recipe;

  @BeforeEach
  void write(@TempDir Path directory) {
    cli = new CliHarness(directory);
    recipe =
        cli.file(
            "service.json",
            "{\"async\": true, \"control\": [\"stop\"], \"critical\": true,\n"
                + " \"template\": {\"x_owner\": \"ana\", \"template\": \"echo hi\"}}");
  }

  @Test
  void a_run_says_once_that_fields_changed_nothing() {
    Call call = cli.call("run", recipe);
    assertThat(call.exit()).isZero();
    assertThat(call.text()).isEqualTo("hi\n");
    assertThat(call.err().split("have no effect", -1)).hasSize(2);
    assertThat(call.err()).contains("async, control, critical, x_owner");
    Call json = cli.call("run", recipe, "--json");
    assertThat(json.json().path("ignoredFields"))
        .extracting(Object::toString)
        .containsExactly("\"/async\"", "\"/control\"", "\"/critical\"", "\"/template/x_owner\"");
    assertThat(cli.call("runs", "show", "last", "--json").json().path("ignoredFields")).hasSize(4);
  }

  @Test
  void a_recipe_without_such_fields_has_no_such_member() {
    Call call = cli.call("run", cli.file("plain.json", "\"echo hi\""), "--json");
    assertThat(call.json().has("ignoredFields")).isFalse();
  }

  @Test
  void validate_warns_of_each_and_refuses_them_when_strict() {
    Call lax = cli.call("validate", recipe);
    assertThat(lax.exit()).isZero();
    assertThat(lax.err()).contains("0 errors, 4 warnings").contains(":2:15");
    Call strict = cli.call("validate", "--strict", recipe);
    assertThat(strict.exit()).isEqualTo(2);
    assertThat(strict.err()).contains("4 errors, 0 warnings");
    Path slip = cli.file("slip.json", "{\"paralel\": true, \"template\": [\"a\"]}");
    assertThat(cli.call("validate", slip).exit()).isEqualTo(2);
    assertThat(cli.call("validate", "--strict", slip).exit()).isEqualTo(2);
  }
}
