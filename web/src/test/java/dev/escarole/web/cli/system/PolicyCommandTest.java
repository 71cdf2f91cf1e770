package dev.escarole.web.cli.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.Programs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy and the audit from the command line. */
class PolicyCommandTest {

  private static final String POLICY =
      """
      principals:
        ci:
          allow: true
          commands: [echo]
          calls_per_second: 7
          directories: ["/srv/books::/books:ro"]
        gone: {revoked: true}
      """;

  @TempDir Path directory;
  private CliHarness cli;
  private String data;
  private String policy;

  @BeforeEach
  void prepare() {
    cli = new CliHarness(directory);
    data = directory.resolve("data").toString();
    policy = cli.file("rules.yaml", POLICY).toString();
  }

  @Test
  void policy_check_printsWhatEachPrincipalMayDo() {
    CliHarness.Call call = cli.call("policy", "check", policy);

    assertThat(call.exit()).isZero();
    assertThat(call.text())
        .contains("ci\n  commands: echo\n  capabilities: none\n")
        .contains("  directories: /srv/books::/books:ro\n  environment: none\n")
        .contains(
            "  calls per second: 7\n"
                + "  concurrent calls: 64\n"
                + "  depth: 8\n"
                + "  runs: by role\n"
                + "  wall clock: 30.0 s\n")
        .endsWith("gone\n  revoked: every call is refused\n");
    JsonNode json = cli.call("policy", "check", policy, "--json").json();
    assertThat(json.at("/principals/0/commands/0").textValue()).isEqualTo("echo");
    assertThat(json.at("/principals/0/limits/fuel").longValue()).isEqualTo(5_000_000_000L);
    assertThat(json.at("/principals/1/standing").textValue()).isEqualTo("revoked");
  }

  @Test
  void policy_check_tellsHowProgramsRun() {
    String strict = cli.file("strict.yaml", "programs: interpreted\n" + POLICY).toString();

    assertThat(cli.call("policy", "check", strict).text())
        .startsWith("programs that are not built in\n  interpreted: no class is generated\nci\n");
    assertThat(cli.call("policy", "check", strict, "--json").json().at("/programs").textValue())
        .isEqualTo("interpreted");
    assertThat(cli.call("policy", "check", policy, "--json").json().at("/programs").textValue())
        .isEqualTo("compiled");
  }

  @Test
  void policy_check_pointsAtMistakes() {
    String broken = cli.file("broken.yaml", POLICY.replace("commands", "comands")).toString();
    CliHarness.Call call = cli.call("policy", "check", broken);

    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err())
        .contains("broken.yaml:4:5: error[bad-policy]: unknown key 'comands'")
        .contains("Did you mean commands?")
        .contains("^");
    assertThat(cli.call("policy", "check", "--data", data).err())
        .contains("policy.yaml: error[bad-policy]: no such file");
  }

  @Test
  void run_as_hasOnlyWhatThePolicyGrants_andTheAuditTellsOfIt() {
    String recipe = cli.file("r.json", "{\"template\": [\"echo hello\", \"sort\"]}").toString();
    CliHarness.Call run =
        cli.call("run", recipe, "--as", "ci", "--policy", policy, "--data", data, "--json");
    assertThat(run.json().at("/failures/0/outcome").textValue()).isEqualTo("command_not_granted");
    String one = cli.file("one.json", "{\"template\": \"echo hello\"}").toString();
    CliHarness.Call unknown =
        cli.call("run", one, "--as", "who", "--policy", policy, "--data", data, "-q");
    assertThat(unknown.exit()).isEqualTo(3);

    JsonNode denied = cli.call("audit", "--denied", "--json", "--data", data).json();
    assertThat(denied.at("/calls").findValuesAsText("outcome"))
        .containsExactlyInAnyOrder("command_not_granted", "denied");
    JsonNode echo =
        cli.call("audit", "--principal", "ci", "--command", "echo", "--json", "--data", data)
            .json();
    assertThat(echo.at("/calls")).hasSize(1);
    assertThat(echo.at("/calls/0/run").textValue()).isEqualTo(run.json().at("/run").textValue());
    assertThat(echo.at("/calls/0/artifact").textValue()).hasSize(64);
    assertThat(cli.call("audit", "--data", data, "--since", "1h").text().lines()).hasSize(3);
    assertThat(cli.call("audit", "--data", data, "--until", "1h").err()).contains("no such calls");
  }

  @Test
  void audit_pages_goOnFromWhereThePageBeforeEnded() {
    String recipe = cli.file("r.json", "{\"template\": [\"echo 1\", \"echo 2\"]}").toString();
    cli.call("run", recipe, "--data", data);
    JsonNode first = cli.call("audit", "--limit", "1", "--json", "--data", data).json();
    String before = first.at("/before").textValue();
    JsonNode second =
        cli.call("audit", "--limit", "2", "--before", before, "--json", "--data", data).json();

    assertThat(first.at("/calls/0/step").textValue()).isEqualTo("0.1");
    assertThat(second.at("/calls/0/step").textValue()).isEqualTo("0.0");
    assertThat(second.at("/before").isNull()).isTrue();
  }

  @Test
  void audit_listsLinesOfAgentsAmongCalls_orEitherAlone() {
    try (Engine engine = Engine.open(EngineOptions.at(Path.of(data)))) {
      engine.call(Principal.localOperator(), Invocation.of("true").build());
      engine
          .audit()
          .record(
              new LineEntry(
                  Instant.now().plusSeconds(60),
                  new LineEntry.Sender("robot", "agent 1"),
                  "x-say --text ';'",
                  "",
                  new LineEntry.Ending("INJECTION_BLOCKED", true, 2)));
    }
    JsonNode all = cli.call("audit", "--json", "--data", data).json();
    assertThat(all.at("/calls")).hasSize(1);
    JsonNode line = all.at("/lines/0");
    assertThat(line.toString())
        .contains(
            "\"command\":\"x-say --text ';'\",\"parsed_command\":\"\",\"success\":false,"
                + "\"error_code\":\"INJECTION_BLOCKED\",\"duration_ms\":2,"
                + "\"user_context\":{\"principal\":\"robot\",\"client\":\"agent 1\"}");
    JsonNode newest = cli.call("audit", "--limit", "1", "--json", "--data", data).json();
    assertThat(newest.at("/lines")).hasSize(1);
    assertThat(newest.at("/calls")).isEmpty();
    String before = newest.at("/before").textValue();
    assertThat(cli.call("audit", "--before", before, "--json", "--data", data).json().at("/calls"))
        .hasSize(1);
    assertThat(cli.call("audit", "--kind", "call", "--data", data).text())
        .contains("exited(0)")
        .doesNotContain("x-say");
    assertThat(cli.call("audit", "--kind", "line", "--denied", "--data", data).text())
        .contains("x-say --text ';'", "INJECTION_BLOCKED", "line of agent 1")
        .doesNotContain("exited(0)");
    JsonNode robots = cli.call("audit", "--principal", "robot", "--json", "--data", data).json();
    assertThat(robots.at("/calls")).isEmpty();
    assertThat(robots.at("/lines")).hasSize(1);
    assertThat(cli.call("audit", "--kind", "lines", "--data", data).err())
        .contains("--kind must be call or line, was 'lines'");
  }

  @Test
  void wc_29_onlyTheCapabilityCommandsAllowsToChangeThem() {
    String file = Programs.file(directory, "upper").toString();
    String smiths = POLICY + "  smith: {capabilities: [commands]}\n";
    String policy = cli.file("smiths.yaml", smiths).toString();
    String[] add = {"commands", "add", "shout", file, "--policy", policy, "--data", data, "--as"};
    CliHarness.Call refused = cli.call(with(add, "ci"));
    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err())
        .contains("'ci' does not have the capability commands")
        .contains("capabilities: [commands]");
    assertThat(cli.call(with(add, "smith")).exit()).isZero();
    String[] remove = {"commands", "remove", "shout", "--policy", policy, "--data", data, "--as"};
    assertThat(cli.call(with(remove, "gone")).exit()).isEqualTo(3);
    assertThat(cli.call("commands", "--data", data).text()).contains("shout");
    assertThat(cli.call(with(remove, "smith")).exit()).isZero();
  }

  private static Object[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray();
  }

  @Test
  void exec_andSh_areAuditedWhereThereIsADataDirectory() {
    cli.call("exec", "true", "--data", data);
    String recipe = cli.file("r.json", "{\"template\": \"echo 1\"}").toString();
    cli.call("run", recipe, "--data", data);
    cli.call("exec", "--as", "ci", "--policy", policy, "--data", data, "sort");
    cli.call("sh", "-c", "echo a | wc -c", "--data", data);

    JsonNode all = cli.call("audit", "--json", "--data", data).json();
    assertThat(all.at("/calls").findValuesAsText("command"))
        .containsExactlyInAnyOrder("wc", "echo", "sort", "echo");
  }

  @Test
  void audit_wrongUsage_saysWhatIsRight() {
    assertThat(cli.call("audit", "--since", "yesterday").err()).contains("15m, 24h, 7d");
    assertThat(cli.call("audit", "--limit", "0").err()).contains("1 to 10000");
    assertThat(cli.call("audit", "--data", data).err()).contains("no run was ever stored");
    assertThat(cli.call("run", "x", "--as", " ").exit()).isEqualTo(2);
    String recipe = cli.file("r.json", "{\"template\": \"echo 1\"}").toString();
    cli.call("run", recipe, "--data", data);
    CliHarness.Call nowhere = cli.call("audit", "--before", "x", "--data", data);
    assertThat(nowhere.exit()).isEqualTo(2);
    assertThat(nowhere.err()).contains("not a position in the audit");
  }
}
