package dev.escarole.web.cli.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From source files to commands, toolkits and back, by the command line. */
@Timeout(300)
class BuildCommandTest {

  private static final byte[] MODULE = Programs.freezable();

  private Path directory;
  private CliHarness cli;
  private Path source;

  @BeforeEach
  void setUp(@TempDir Path temporary) throws IOException {
    directory = temporary;
    cli = new CliHarness(directory);
    source = directory.resolve("tables.b64");
    Files.write(source, Base64.getEncoder().encode(MODULE));
  }

  private Call build(Object... more) {
    Object[] words = new Object[5 + more.length];
    System.arraycopy(
        new Object[] {"commands", "build", "tables", "base64", source}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    return cli.call(words);
  }

  @ParameterizedTest
  @CsvSource({"commands,build", "toolkit,build-inline"})
  void wc_71_report_has_two_lines_and_the_command_runs(String group, String verb) {
    Call built = cli.call(group, verb, "tables", "base64", source);

    String file = "commands/" + ArtifactId.of(MODULE) + ".wasm";
    assertThat(built.exit()).as(built.err()).isZero();
    assertThat(built.text().lines().toList())
        .hasSize(2)
        .satisfies(
            lines -> {
              assertThat(lines.get(0))
                  .isEqualTo("built + registered command tables (base64) → " + file);
              assertThat(lines.get(1)).startsWith("run it: escarole exec tables");
            });
    assertThat(built.err()).contains("decode tables.b64");
    assertThat(cli.call("exec", "tables").exit()).isEqualTo(40);
  }

  @Test
  void json_says_how_it_was_built_and_that_it_was_looked_up() {
    JsonNode first = build("--json").json();
    assertThat(first.path("compiled").asBoolean()).isTrue();
    assertThat(first.at("/provenance/compilers/0/name").asText()).isEqualTo("base64");
    assertThat(first.at("/provenance/sources/0/name").asText()).isEqualTo("tables.b64");

    JsonNode again = build("--json").json();
    assertThat(again.path("compiled").asBoolean()).isFalse();
    assertThat(again.at("/provenance/build")).isEqualTo(first.at("/provenance/build"));
    assertThat(build("--option", "-O2", "--json").json().path("compiled").asBoolean()).isTrue();
  }

  @Test
  void refusals_have_codes_and_ways_out() {
    Call rust = cli.call("commands", "build", "tables", "rust", source, "--json");
    assertThat(rust.exit()).isEqualTo(2);
    assertThat(rust.json().at("/errors/0/code").asText()).isEqualTo("lane-unavailable");
    assertThat(rust.text()).contains("wasm32-wasip1");
    assertThat(cli.call("commands", "build", "jq", "base64", source).err())
        .contains("'jq' is the name of a built-in command");
    assertThat(cli.call("commands", "build", "tables", "base46", source).err())
        .contains("Did you mean base64");
    assertThat(cli.call("commands", "build", "tables", "wat", source).err())
        .contains("escarole commands add wat2wasm");
    assertThat(cli.call("commands", "build", "tables", "base64", "absent.b64").err())
        .contains("absent.b64");
    assertThat(cli.call("commands").text()).doesNotContain("tables");
  }

  @Test
  void what_the_compiler_says_is_printed_in_its_lines() throws IOException {
    Files.writeString(source, "!");
    Call failed = build();
    assertThat(failed.exit()).isEqualTo(2);
    assertThat(failed.err().lines().toList())
        .contains("error: base64: exited with 1", "base64: invalid input");
    assertThat(build("--json").text()).contains("base64: invalid input");
  }

  @Test
  void another_principal_needs_the_capability_and_the_compiler() throws IOException {
    Files.writeString(
        directory.resolve("policy.yaml"),
        "principals: {ci: {allow: true, commands: [base64]}, me: {allow: true, commands: [cat],"
            + " capabilities: [commands]}}");
    Path policy = directory.resolve("policy.yaml");
    Call ci = build("--as", "ci", "--policy", policy);
    assertThat(ci.exit()).isEqualTo(3);
    assertThat(ci.err()).contains("does not have the capability commands");
    Call me = build("--as", "me", "--policy", policy);
    assertThat(me.exit()).isEqualTo(2);
    assertThat(me.err()).contains("command_not_granted");
  }

  private Path promoted() {
    assertThat(build().exit()).isZero();
    Call promoted =
        cli.call("toolkit", "promote", "tables", "--to", directory.resolve("kits"), "--json");
    assertThat(promoted.exit()).as(promoted.err()).isZero();
    return Path.of(promoted.json().path("directory").asText());
  }

  @Test
  void wc_74_wc_75_promoting_keeps_sources_and_manifest_and_a_page() throws IOException {
    Path kit = promoted();

    assertThat(Files.readAllBytes(kit.resolve("src/tables.b64")))
        .isEqualTo(Files.readAllBytes(source));
    assertThat(Files.readString(kit.resolve("TOOLKIT.org")))
        .contains("#+EXEC: command\n", "#+TRUST: first-party\n", "#+CLI_BIN: tables\n");
    assertThat(Files.readString(kit.resolve("SKILL.md"))).startsWith("---\nname: tables\n");
    assertThat(cli.call("commands", "remove", "tables").exit()).isZero();

    Call built = cli.call("toolkit", "build", kit);
    assertThat(built.exit()).as(built.err()).isZero();
    assertThat(built.text()).startsWith("built before + registered command tables (base64)");
    assertThat(cli.call("exec", "tables").exit()).isEqualTo(40);
  }

  @Test
  void registry_holds_toolkits_by_name() {
    assertThat(build().exit()).isZero();
    assertThat(cli.call("toolkit", "promote", "tables", "--to", "registry").exit()).isZero();
    Call twice = cli.call("toolkit", "promote", "tables", "--to", "registry");
    assertThat(twice.err()).contains("exists").contains("--replace");
    assertThat(cli.call("toolkit", "promote", "tables", "--to", "registry", "--replace").exit())
        .isZero();
    assertThat(cli.call("commands", "remove", "tables").exit()).isZero();
    assertThat(cli.call("toolkit", "install", "tables").exit()).isZero();
    assertThat(cli.call("exec", "tables").exit()).isEqualTo(40);
    assertThat(cli.call("toolkit", "install", "../tables").err()).contains("cannot name a toolkit");
    assertThat(cli.call("toolkit", "install", "tabels").err())
        .contains("tabels cannot be used: no TOOLKIT.org\n", "toolkit promote");
    assertThat(cli.call("toolkit", "promote", "sort", "--to", "registry").err())
        .contains("'sort' was not built here");
  }

  @Test
  void wc_68_a_toolkit_of_others_is_built_only_with_its_pin() throws IOException {
    Path kit = promoted();
    Path manifest = kit.resolve("TOOLKIT.org");
    String text = Files.readString(manifest).replace("first-party", "third-party");
    Files.writeString(manifest, text.replace("#+CLI_BIN: tables", "#+CLI_BIN: others"));
    String pin = ArtifactId.of(Files.readAllBytes(manifest)).sha256();

    Call refused = cli.call("toolkit", "build", kit);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("third-party and has no pin").contains("--pin " + pin);
    assertThat(cli.call("toolkit", "build", kit, "--pin", pin.replace('a', 'b')).exit())
        .isEqualTo(2);
    assertThat(cli.call("commands").text()).doesNotContain("others");
    assertThat(cli.call("toolkit", "build", kit, "--pin", pin).exit()).isZero();
    assertThat(cli.call("exec", "others").exit()).isEqualTo(40);
  }

  @Test
  void first_party_is_not_believed_of_what_was_not_promoted_here() throws IOException {
    Path kit = promoted();
    Files.writeString(kit.resolve("TOOLKIT.org"), "#+OPTION: -O3\n" + manifest(kit));
    assertThat(cli.call("toolkit", "build", kit).err())
        .contains("says first-party, but was not promoted here");
  }

  private static String manifest(Path kit) throws IOException {
    return Files.readString(kit.resolve("TOOLKIT.org"));
  }

  @Test
  void wc_68_changed_missing_and_linked_sources_are_not_built() throws IOException {
    Path kit = promoted();
    Path file = kit.resolve("src/tables.b64");
    byte[] good = Files.readAllBytes(file);
    Files.writeString(file, "AAAA");
    assertThat(cli.call("toolkit", "build", kit).err()).contains("is not what the manifest says");
    Files.delete(file);
    assertThat(cli.call("toolkit", "build", kit).err()).contains("cannot be read");
    Files.createSymbolicLink(file, Files.write(directory.resolve("elsewhere"), good));
    assertThat(cli.call("toolkit", "build", kit).err()).contains("is a link");
    Files.delete(file);
    Files.delete(kit.resolve("src"));
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.write(other.resolve("tables.b64"), good);
    Files.createSymbolicLink(kit.resolve("src"), other);
    assertThat(cli.call("toolkit", "build", kit).err()).contains("src is a link");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#+SOURCE: HASH ../../etc/passwd",
        "#+SOURCE: HASH /etc/passwd",
        "#+SOURCE: short a.c",
        "#+SOURCE: HASH",
        "#+EXEC: recipe",
        "#+TRUST: operator",
        "#+CLI_BIN: a/b",
        "#+CLI_BIN: jq",
        "#+INSTALL: rm",
        "#+"
      })
  void wc_69_hostile_manifests_are_refused_before_compiling(String line) throws IOException {
    Path kit = promoted();
    String key = line.contains(":") ? line.substring(0, line.indexOf(':')) : "#+";
    StringBuilder text = new StringBuilder(line.replace("HASH", "a".repeat(64))).append('\n');
    manifest(kit)
        .lines()
        .filter(each -> !each.startsWith(key))
        .forEach(each -> text.append(each).append('\n'));
    Files.writeString(kit.resolve("TOOLKIT.org"), text);
    String pin = ArtifactId.of(Files.readAllBytes(kit.resolve("TOOLKIT.org"))).sha256();

    Call refused = cli.call("toolkit", "build", kit, "--pin", pin);
    assertThat(refused.exit()).as(refused.text()).isEqualTo(2);
    assertThat(refused.text()).isEmpty();
    assertThat(refused.err()).doesNotContain("decode");
  }

  @Test
  void names_that_differ_only_in_case_do_not_replace_one_another() throws IOException {
    Path kit = promoted();
    assertThat(cli.call("commands", "build", "Tables", "base64", source).exit()).isZero();
    Call other =
        cli.call("toolkit", "promote", "Tables", "--to", kit.resolveSibling(""), "--replace");
    assertThat(other.err()).contains("only in case");
    assertThat(manifest(kit)).contains("#+CLI_BIN: tables\n");
  }

  @Test
  void a_directory_that_is_no_toolkit_is_never_replaced() throws IOException {
    assertThat(build().exit()).isZero();
    Path mine = Files.createDirectories(directory.resolve("kits/tables"));
    Files.writeString(mine.resolve("thesis.txt"), "years of work");
    Call promoted =
        cli.call("toolkit", "promote", "tables", "--to", directory.resolve("kits"), "--replace");
    assertThat(promoted.err()).contains("is not a toolkit");
    assertThat(mine.resolve("thesis.txt")).exists();
  }

  @Test
  void directories_are_read_without_links_and_hidden_files() throws IOException {
    Path project = Files.createDirectories(directory.resolve("project/sub"));
    Files.write(project.resolve("a.b64"), Base64.getEncoder().encode(MODULE));
    Files.writeString(directory.resolve("project/.secret"), "x");
    Files.createSymbolicLink(directory.resolve("project/z.b64"), source);
    JsonNode built =
        cli.call("commands", "build", "t", "base64", directory.resolve("project"), "--json").json();
    assertThat(built.at("/provenance/sources"))
        .extracting(each -> each.path("name").asText())
        .containsExactly("sub/a.b64");
  }
}
