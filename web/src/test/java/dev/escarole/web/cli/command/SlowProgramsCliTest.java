package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.Main;
import dev.escarole.web.cli.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs with functions that are too large for a method of the JVM. */
class SlowProgramsCliTest {

  private static final String WARNING =
      "function 1, and perhaps others, are too large for a method of the JVM (64 KiB) and"
          + " interpreted, which takes tens of times as long as compiled code";

  @TempDir private Path directory;
  private CliHarness cli;
  private Path program;

  @BeforeEach
  void setUp() throws IOException {
    cli = new CliHarness(directory);
    program = Files.write(directory.resolve("slow.wasm"), Programs.slow());
  }

  @Test
  void add_warnsOfFunctionsThatAreInterpreted() {
    assertThat(cli.call("commands", "add", "slow", program).err())
        .contains("note: slow is slow: " + WARNING);

    JsonNode added = cli.call("commands", "add", "slow", program, "--json").json();
    assertThat(added.at("/interpreted/count").intValue()).isEqualTo(1);
    assertThat(added.at("/interpreted/names/0").textValue()).isEqualTo("function 1");
    assertThat(added.at("/interpreted/complete").booleanValue()).isFalse();
    assertThat(added.at("/interpreted/warning").textValue()).startsWith(WARNING);
    Path quick = Programs.file(directory, "upper");
    assertThat(cli.call("commands", "add", "quick", quick, "--json").json().has("interpreted"))
        .isFalse();
  }

  @Test
  void verify_warnsOfThemToo_andSucceeds() {
    cli.call("commands", "add", "slow", program);

    CliHarness.Call verified = cli.call("commands", "verify", "slow");
    assertThat(verified.exit()).isZero();
    assertThat(verified.err()).contains("note: slow is slow: " + WARNING);
    JsonNode json = cli.call("commands", "verify", "--json").json();
    assertThat(json.path("artifacts"))
        .filteredOn(each -> each.has("interpreted"))
        .singleElement()
        .extracting(each -> each.at("/names/0").textValue())
        .isEqualTo("slow");
  }

  @Test
  void list_warnsOfThem_onceTheProgramWasCompiled() throws Exception {
    cli.call("commands", "add", "slow", program);
    assertThat(process("commands")).doesNotContain("note:");

    process("exec", "slow");

    assertThat(process("commands"))
        .contains("note: slow is slow: function 1 is too large for a method of the JVM");
    JsonNode json = new ObjectMapper().readTree(process("commands", "--json"));
    assertThat(json.path("commands"))
        .filteredOn(each -> each.has("interpreted"))
        .singleElement()
        .extracting(
            each -> each.path("name").textValue(),
            each -> each.at("/interpreted/complete").booleanValue())
        .containsExactly("slow", true);
  }

  /** Calls the command line in a process with a cache of compiled programs; returns its output. */
  @Test
  void a_program_with_many_names_is_warned_of_once() throws Exception {
    for (String name : List.of("slow", "slow-ar", "slow-ld", "slow-nm", "slow-size")) {
      cli.call("commands", "add", name, program);
    }
    process("exec", "slow");

    String list = process("commands");
    assertThat(list)
        .contains("note: slow, slow-ar, slow-ld and 2 more are slow: function 1 is too large")
        .containsOnlyOnce("note:");
  }

  private String process(String... arguments) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Descarole.compiled=" + directory.resolve("compiled"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    words.addAll(List.of(arguments));
    words.addAll(List.of("--data", cli.data().toString()));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
