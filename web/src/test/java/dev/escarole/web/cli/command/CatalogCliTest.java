package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The catalogue and bundles on the command line. */
@Timeout(120)
class CatalogCliTest {

  @TempDir private Path directory;
  private CliHarness cli;
  private Path program;

  @BeforeEach
  void files() throws IOException {
    cli = new CliHarness(directory);
    program = Programs.file(directory, "upper");
    String hash = ArtifactId.of(Files.readAllBytes(program)).sha256();
    Files.createDirectories(cli.data());
    Files.writeString(
        cli.data().resolve("catalog.yaml"),
        """
        rows:
          loud:
            kind: wasm
            from: file:%s
            sha256: %s
            about: Capital letters
            aliases: [louder]
            test: {stdin: "ada", stdout: "ADA"}
          wrong:
            kind: wasm
            from: file:%s
            sha256: %s
          grep:
            kind: wasm
            from: file:absent
            sha256: %s
          script:
            kind: js
            from: file:fromc.tar
            sha256: %s
            source: {sha256: %s, files: [main.c], main: main.c}
          fromc:
            kind: c
            from: file:fromc.tar
            sha256: %s
            source: {sha256: %s, files: [main.c]}
        """
            .formatted(
                program, hash, program, "0".repeat(64), hash, hash, sources(), hash, sources()));
  }

  /** Writes an archive with one empty file and returns its hash. */
  private String sources() throws IOException {
    byte[] tar = Arrays.copyOf("fromc-1/main.c".getBytes(StandardCharsets.UTF_8), 1536);
    tar[124] = '0';
    tar[156] = '0';
    Path file = Files.write(cli.data().resolve("fromc.tar"), tar);
    return ArtifactId.of(Files.readAllBytes(file)).sha256();
  }

  @Test
  void a_row_of_c_is_built_by_a_compiler_that_must_be_there() throws IOException {
    Call call = cli.call("commands", "add", "fromc");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("clang is not registered", "escarole commands add llvm");
    assertThat(cli.call("exec", "fromc").exit()).isEqualTo(127);
    byte[] made = Files.readAllBytes(program);
    Path mirror = Files.createDirectories(directory.resolve("mirror"));
    Path unused = Files.write(mirror.resolve(ArtifactId.of(made) + ".wasm"), made);
    assertThat(cli.call("commands", "add", "fromc", "--mirror", mirror).exit()).isZero();
    assertThat(cli.stdin("ada").call("exec", "fromc", "--stdin", "-").text()).isEqualTo("ADA");
  }

  @Test
  void a_row_of_python_is_built_against_its_pin() throws IOException {
    Path main = Files.writeString(directory.resolve("main.py"), "");
    JsonNode built = cli.call("commands", "build", "probe", "python", main, "--json").json();
    String pin = built.path("artifact").asText();
    String row =
        "rows: {snake: {kind: python, from: 'file:fromc.tar', sha256: %s, aliases: [adder],"
            + " source: {sha256: %s, files: [x], main: main.py, write: {main.py: \"%s\"}},"
            + " test: {stdout: ''}}}";
    Path catalog = cli.data().resolve("catalog.yaml");
    Files.writeString(catalog, row.formatted(pin, sources(), "print(6*7)"));
    assertThat(cli.call("commands", "add", "snake").err()).contains("it was not registered");
    assertThat(cli.call("exec", "snake").exit()).isEqualTo(127);
    Files.writeString(catalog, row.formatted(pin, sources(), ""));
    Call added = cli.call("commands", "add", "snake");
    assertThat(added.exit()).as(added.err()).isZero();
    assertThat(cli.call("exec", "adder").exit()).isZero();
    assertThat(cli.call("commands", "verify", "snake").err()).contains("snake: passed");
  }

  @Test
  void a_program_is_found_added_called_proved_and_removed() {
    assertThat(cli.call("commands", "search", "capital").text())
        .containsPattern("loud +no +loud louder +Capital letters");
    JsonNode added = cli.call("commands", "add", "loud", "--json").json();
    assertThat(added.path("name").asText()).isEqualTo("loud");
    assertThat(added.path("also").path(0).asText()).isEqualTo("louder");
    assertThat(cli.stdin("ada").call("exec", "louder", "--stdin", "-").text()).isEqualTo("ADA");
    assertThat(added("loud")).isTrue();
    Call proved = cli.call("commands", "verify", "loud");
    assertThat(proved.exit()).isZero();
    assertThat(proved.err()).contains("loud: passed", "1 artifacts, 0 damaged, 1 smoke tests");
    assertThat(cli.call("commands", "remove", "loud").exit()).isZero();
    assertThat(cli.call("exec", "loud").exit()).isEqualTo(127);
  }

  @Test
  void a_frozen_program_counts_as_that_of_its_row() throws IOException {
    Path tables = Files.write(directory.resolve("tables.wasm"), Programs.freezable());
    Files.writeString(
        cli.data().resolve("catalog.yaml"),
        "rows: {tables: {kind: wasm, from: \"file:%s\", sha256: %s, test: {exit: 42}}}"
            .formatted(tables, ArtifactId.of(Programs.freezable()).sha256()));
    assertThat(cli.call("commands", "add", "tables").exit()).isZero();
    Call frozen = cli.call("commands", "freeze", "tables", "--to", "tables", "--export", "globals");
    assertThat(frozen.exit()).as(frozen.err()).isZero();
    assertThat(added("tables")).isTrue();
    assertThat(cli.call("commands", "verify", "tables").err()).contains("tables: passed");
  }

  private boolean added(String row) {
    return cli.call("commands", "search", row, "--json").json().at("/rows/0/added").asBoolean();
  }

  @Test
  void what_is_built_in_need_not_be_added() {
    Call python = cli.call("commands", "add", "python");
    assertThat(python.exit()).as(python.err()).isZero();
    assertThat(python.err()).contains("python is built in already");
    assertThat(cli.call("exec", "python", "--", "-c", "print(6*7)").text()).isEqualTo("42\n");
    assertThat(cli.call("commands", "add", "sort", "--json").json().path("name").asText())
        .isEqualTo("sort");
  }

  @Test
  void a_mistake_says_what_is_wrong_and_what_to_do() {
    Call misspelt = cli.call("commands", "add", "lowd");
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.err()).contains("no program 'lowd'", "Did you mean loud?");
    assertThat(cli.call("commands", "add", "wrong").err()).contains("and the row pins 000000");
    assertThat(cli.call("commands", "add", "grep").err()).contains("reserved_name");
    Call script = cli.call("commands", "add", "script", "--json");
    assertThat(script.json().at("/errors/0/code").asText()).isEqualTo("lane-unavailable");
    assertThat(cli.call("commands", "add", "script").err()).contains("escarole commands add js");
    assertThat(cli.call("commands", "add", "loud", "--mode", "stdin1").err())
        .contains("--mode is for a program in a file");
    assertThat(cli.call("commands", "verify", "nothing-like-it").exit()).isNotZero();
    assertThat(cli.call("exec", "louder").exit()).isEqualTo(127);
  }

  @Test
  void a_run_fetches_what_the_policy_lets_it_and_nothing_else() throws IOException {
    Path recipe = cli.file("shout.yaml", "template: [\"printf ada\", louder]\n");
    Call refused = cli.call("run", recipe);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("escarole commands add louder");
    Files.writeString(cli.data().resolve("policy.yaml"), "fetch: [loud]");
    for (String looking : new String[] {"validate", "plan"}) {
      Call call = cli.call(looking, recipe);
      assertThat(call.exit()).isZero();
      assertThat(call.err()).contains("'louder' is not added yet");
    }
    assertThat(cli.call("exec", "louder").exit()).isEqualTo(127);
    assertThat(cli.call("policy", "check").text()).contains("fetch: loud");
    assertThat(cli.call("policy", "check", "--json").json().at("/fetch/0").asText())
        .isEqualTo("loud");
    Call done = cli.call("run", recipe);
    assertThat(done.text()).isEqualTo("ADA");
    assertThat(done.err()).contains("note: 'louder' is not added yet; it is fetched");
    Path other = cli.file("other.yaml", "template: wrong\n");
    assertThat(cli.call("run", other).err()).contains("escarole commands add wrong");
    Files.writeString(cli.data().resolve("policy.yaml"), "fetch: ['*']");
    assertThat(cli.call("run", other).err())
        .contains(
            "fetch-failed", "'wrong' cannot be fetched from the catalogue", "row pins 000000");
  }

  @Test
  void wc_70_source_that_cannot_be_compiled_says_how_it_becomes_a_program() {
    for (String name : new String[] {"a.rs", "a.zig", "a.go"}) {
      Call call = cli.call("commands", "add", "a", name);
      assertThat(call.exit()).isEqualTo(2);
      assertThat(call.err()).contains("lane_unavailable: " + name, "escarole commands add NAME");
    }
    assertThat(cli.call("commands", "add", "a", "go").err()).doesNotContain("lane_unavailable");
  }

  @Test
  void a_principal_needs_the_capability_before_anything_is_fetched() throws IOException {
    Files.writeString(cli.data().resolve("policy.yaml"), "principals: {ci: {allow: true}}");
    Call call = cli.call("commands", "add", "wrong", "--as", "ci");
    assertThat(call.err()).contains("'ci' does not have the capability commands");
    Path bundle = directory.resolve("b");
    assertThat(cli.call("commands", "add", "loud").exit()).isZero();
    assertThat(cli.call("commands", "export", "loud", "-o", bundle).exit()).isZero();
    assertThat(cli.call("commands", "import", bundle, "--as", "ci").err())
        .contains("'ci' does not have the capability commands");
    // Its callers may do what the policy says and no more.
    assertThat(cli.call("exec", "loud", "--as", "ci").exit()).isEqualTo(126);
  }

  @Test
  void wc_67_a_bundle_is_carried_over_whole_or_not_at_all() throws IOException {
    assertThat(cli.call("commands", "add", "loud").exit()).isZero();
    Path bundle = directory.resolve("tools.bundle");
    JsonNode exported =
        cli.call("commands", "export", "louder", "loud", "-o", bundle, "--json").json();
    assertThat(exported.path("commands")).hasSize(2);
    for (String name : new String[] {"loud", "louder"}) {
      assertThat(cli.call("commands", "remove", name).exit()).isZero();
    }
    String hash = exported.path("sha256").asText();
    Call wrong = cli.call("commands", "import", bundle, "--sha256", "0".repeat(64));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("its SHA-256 is " + hash, "Nothing was added.");
    assertThat(cli.call("commands", "import", bundle, "--sha256", hash).err())
        .contains("added loud", "added louder");
    assertThat(cli.stdin("ada").call("exec", "loud", "--stdin", "-").text()).isEqualTo("ADA");
    assertThat(cli.call("commands", "export", "jq", "-o", bundle).err()).contains("built-in");
  }

  @Test
  void a_mirror_directory_takes_the_place_of_the_network() throws IOException {
    assertThat(cli.call("commands", "add", "cpython", "--mirror", directory).err())
        .contains("the mirror has no readable file");
    byte[] bytes = Files.readAllBytes(program);
    Files.write(directory.resolve(ArtifactId.of(bytes) + ".wasm"), bytes);
    assertThat(cli.call("commands", "add", "loud", "--mirror", directory).exit()).isZero();
  }

  @Test
  void a_catalogue_with_mistakes_says_them_and_stops_no_calls() throws IOException {
    Files.writeString(cli.data().resolve("catalog.yaml"), "rows: {x: {kind: wasm}}");
    Call call = cli.call("commands", "search");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("row 'x': from is missing");
    assertThat(cli.call("exec", "echo", "a").text()).isEqualTo("a\n");
  }
}
