package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The files that are packed beside the program: what they start is what the command line knows. */
class ShippedFilesTest {

  private static final Path SOURCES = Path.of("src/main");

  private static JsonNode manifest() throws IOException {
    return new ObjectMapper().readTree(SOURCES.resolve("mcpb/manifest.json").toFile());
  }

  @Test
  void bundle_of_agents_desktops_has_a_manifest_that_fits_its_schema() throws IOException {
    String schema;
    try (InputStream in =
        Objects.requireNonNull(
            ShippedFilesTest.class.getResourceAsStream("mcpb-manifest-v0.3.schema.json"))) {
      schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(schema, InputFormat.JSON)
                .validate(manifest().toString(), InputFormat.JSON, context -> {}))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"/server/mcp_config", "/server/mcp_config/platform_overrides/win32"})
  void bundle_starts_mcp_with_the_folders_that_its_user_chose(String place) throws Exception {
    JsonNode manifest = manifest();
    List<String> words = new ArrayList<>();
    manifest.at(place).path("args").forEach(word -> words.add(word.asText()));
    List<String> command = words.subList(words.indexOf("mcp"), words.size());
    ParseResult parsed =
        CommandTree.root()
            .parseArgs(
                command.stream()
                    .map(word -> word.replaceAll("\\$\\{[^}]*}", "/somewhere"))
                    .toArray(String[]::new))
            .subcommand();
    assertThat(parsed.commandSpec().name()).isEqualTo("mcp");
    assertThat(parsed.hasMatchedOption("--recipes")).isTrue();
    for (String word : words) {
      if (word.contains("${user_config.")) {
        String name = word.replaceAll(".*user_config\\.([a-z]+).*", "$1");
        assertThat(manifest.at("/user_config/" + name + "/type").asText()).isEqualTo("directory");
      }
    }
    if (words.contains("-cp")) {
      assertThat(words).contains(Main.class.getName());
    }
  }

  @Test
  void image_runs_the_server_as_another_user_and_asks_for_its_health() throws IOException {
    String dockerfile = Files.readString(SOURCES.resolve("docker/Dockerfile"));
    assertThat(dockerfile).containsPattern("(?m)^USER escarole$").contains("/health HTTP/1.0");
    assertThat(dockerfile).doesNotContainPattern("(?m)^FROM .*(:latest|/[^:]*|^[^:]*)$");
    String words = dockerfile.replaceAll("(?s).*\nCMD \\[(.*?)].*", "$1");
    String[] command = words.replace("\"", "").split(", ");
    ParseResult parsed = CommandTree.root().parseArgs(command).subcommand();
    assertThat(parsed.commandSpec().name()).isEqualTo("serve");
    assertThat(parsed.hasMatchedOption("--token-file")).isTrue();
  }

  @Test
  void compose_file_has_a_read_only_root_no_capabilities_and_postgresql() throws IOException {
    Map<?, ?> compose = (Map<?, ?>) yaml("docker/compose.yaml");
    Map<?, ?> services = (Map<?, ?>) Objects.requireNonNull(compose.get("services"));
    Map<?, ?> escarole = (Map<?, ?>) Objects.requireNonNull(services.get("escarole"));
    assertThat(escarole.get("read_only")).isEqualTo(true);
    assertThat(escarole.get("user")).isEqualTo("escarole");
    assertThat(escarole.get("cap_drop")).isEqualTo(List.of("ALL"));
    assertThat(escarole.get("security_opt")).isEqualTo(List.of("no-new-privileges:true"));
    Map<?, ?> database = (Map<?, ?>) Objects.requireNonNull(services.get("database"));
    assertThat(String.valueOf(database.get("image"))).matches("postgres:\\d+\\.\\d+-alpine");
  }

  @Test
  void unit_is_hardened_and_starts_serve_with_the_configuration() throws IOException {
    List<String> unit = Files.readAllLines(SOURCES.resolve("debian/escarole.service"));
    assertThat(unit)
        .contains(
            "User=escarole",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "ReadWritePaths=/var/lib/escarole",
            "CapabilityBoundingSet=",
            "PrivateTmp=yes",
            "ExecStart=/usr/bin/escarole serve --config /etc/escarole/escarole.yaml")
        .noneMatch(line -> line.startsWith("MemoryDenyWriteExecute"));
  }

  @Test
  void configuration_names_options_of_serve() throws IOException {
    Map<?, ?> settings = (Map<?, ?>) yaml("debian/escarole.yaml");
    assertThat(settings.get("data")).isEqualTo("/var/lib/escarole");
    CommandSpec serve =
        Objects.requireNonNull(CommandTree.root().getSubcommands().get("serve")).getCommandSpec();
    Map<?, ?> ofServe = (Map<?, ?>) Objects.requireNonNull(settings.get("serve"));
    assertThat(ofServe.get("recipes")).isEqualTo("/etc/escarole/recipes");
    assertThat(ofServe.keySet())
        .allSatisfy(name -> assertThat(serve.findOption("--" + name)).as("--" + name).isNotNull());
  }

  @ParameterizedTest
  @CsvSource({"debian/hello.yaml", "docker/recipes/hello.yaml"})
  void example_recipe_runs(String file, @TempDir Path directory) throws IOException {
    assertThat(new RecipeReader().read(SOURCES.resolve(file)).warnings()).isEmpty();
    Call call = new CliHarness(directory).call("run", SOURCES.resolve(file), "-q");
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.text()).matches("[0-9a-f]{64} .*\\R");
  }

  @Test
  void what_the_maintainer_scripts_leave_is_what_purging_removes() throws IOException {
    String purge = Files.readString(SOURCES.resolve("debian/postrm"));
    assertThat(purge)
        .contains("rm -rf /var/lib/escarole /var/cache/escarole /etc/escarole", "userdel escarole");
    assertThat(Files.readString(SOURCES.resolve("debian/prerm"))).doesNotContain("read ");
  }

  @Test
  void licences_name_whose_they_are() throws IOException {
    try (DirectoryStream<Path> texts =
        Files.newDirectoryStream(SOURCES.resolve("dist/licences"), "*.txt")) {
      for (Path text : texts) {
        assertThat(Files.readString(text))
            .as("%s", text)
            .doesNotContainPattern("(?i)copyright (\\(c\\) )?(<year>|year by)");
      }
    }
    assertThat(Files.readString(SOURCES.resolve("dist/licences/io.modelcontextprotocol.sdk.txt")))
        .contains("Copyright (c) 2025 the original author or authors.");
  }

  private static Object yaml(String file) throws IOException {
    return new Load(LoadSettings.builder().build())
        .loadFromString(Files.readString(SOURCES.resolve(file)));
  }
}
