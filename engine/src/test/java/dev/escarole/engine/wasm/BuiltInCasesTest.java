package dev.escarole.engine.wasm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.ReservedPlaces;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the cases that the built-in commands were checked with, through the broker and the sandbox.
 * The expectations come from the GNU tools. In the file, one character is one byte.
 */
@TestInstance(Lifecycle.PER_CLASS)
class BuiltInCasesTest {

  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final WasmRunner runner = new WasmRunner(builtIns);
  private final ExecBroker broker =
      new ExecBroker(
          new CommandRegistry(builtIns.all()),
          runner,
          principal -> Policy.localOperator(),
          new MemoryAuditLog(1),
          InstantSource.system(),
          ReservedPlaces.NONE);
  private Path directory = Path.of("");

  @BeforeAll
  void keepDirectory(@TempDir Path temporary) {
    directory = temporary;
  }

  @AfterAll
  void closeRunner() {
    runner.close();
  }

  @TestFactory
  Stream<DynamicTest> wc_60_every_built_in_command_does_as_its_cases_say()
      throws IOException, URISyntaxException {
    Path tables = Path.of(BuiltInCommands.class.getResource("cases").toURI());
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(tables)) {
      for (Path file : files.sorted().toList()) {
        for (JsonNode one : new ObjectMapper().readTree(file.toFile())) {
          tests.add(DynamicTest.dynamicTest(one.get("name").asText(), () -> check(one)));
        }
      }
    }
    return tests.stream();
  }

  private void check(JsonNode one) throws IOException {
    Path workspace = prepared(one);
    List<String> argv = new ArrayList<>();
    one.get("argv").forEach(word -> argv.add(new String(bytes(word), UTF_8)));
    if (argv.get(0).equals("[")) {
      argv.add(0, "wbox");
    }
    Map<String, String> environment = new LinkedHashMap<>();
    one.path("env").properties().forEach(e -> environment.put(e.getKey(), e.getValue().asText()));
    InvocationResult result =
        broker.execute(
            Principal.localOperator(),
            Invocation.of(argv.get(0))
                .arguments(argv.subList(1, argv.size()))
                .stdin(bytes(one.path("stdin")))
                .environment(environment)
                .directories(List.of(new DirectoryGrant(workspace, "/workspace", Mode.READ_WRITE)))
                .build());

    String stderr = new String(result.stderr().bytes(), ISO_8859_1);
    assertThat(new String(result.stdout().bytes(), ISO_8859_1))
        .as(stderr)
        .isEqualTo(one.get("stdout").asText());
    assertThat(result.outcome().exitCode()).as(stderr).isEqualTo(one.get("exit").asInt());
    assertThat(stderr).contains(one.path("stderrContains").asText());
    if (result.outcome().isSuccess() && !one.has("stderrContains")) {
      assertThat(stderr).isEmpty();
    }
    if (one.has("tree")) {
      assertThat(tree(workspace)).isEqualTo(expectedTree(one.get("tree")));
    }
  }

  private Path prepared(JsonNode one) throws IOException {
    Path workspace = Files.createDirectory(directory.resolve(one.get("name").asText()));
    for (Map.Entry<String, JsonNode> file : one.path("files").properties()) {
      Path path = workspace.resolve(file.getKey());
      if (file.getKey().endsWith("/")) {
        Files.createDirectories(path);
      } else {
        Files.createDirectories(path.resolveSibling("."));
        Files.write(path, bytes(file.getValue()));
      }
    }
    for (Map.Entry<String, JsonNode> time : one.path("mtimes").properties()) {
      Files.setLastModifiedTime(
          workspace.resolve(time.getKey()),
          FileTime.from(time.getValue().asLong(), TimeUnit.SECONDS));
    }
    return workspace;
  }

  private static Map<String, String> tree(Path workspace) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(workspace)) {
      for (Path path : all.filter(each -> !each.equals(workspace)).toList()) {
        String name = workspace.relativize(path).toString();
        if (Files.isDirectory(path)) {
          tree.put(name + "/", "");
        } else {
          tree.put(name, new String(Files.readAllBytes(path), ISO_8859_1));
        }
      }
    }
    return tree;
  }

  private static Map<String, String> expectedTree(JsonNode tree) {
    Map<String, String> expected = new TreeMap<>();
    tree.properties().forEach(file -> expected.put(file.getKey(), file.getValue().asText()));
    return expected;
  }

  private static byte[] bytes(JsonNode text) {
    return text.asText("").getBytes(ISO_8859_1);
  }
}
