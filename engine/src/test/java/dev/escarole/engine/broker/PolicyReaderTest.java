package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.PolicyException.PolicyProblem;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyReaderTest {

  private static final Principal CI = new Principal("ci", false);

  @TempDir Path directory;

  private static PolicyFile parse(String text) {
    return new PolicyReader(Limits.defaults()).parse(text, "policy.yaml");
  }

  private static List<String> problems(String text) {
    try {
      parse(text);
      return List.of();
    } catch (PolicyException e) {
      return e.problems().stream().map(PolicyProblem::render).toList();
    }
  }

  @Test
  void a_full_principal_is_read_as_written() {
    Policy policy =
        parse(
                """
                principals:
                  ci:
                    allow: true
                    commands: [sort, "py*"]
                    capabilities: [exec]
                    calls_per_second: 50
                    concurrent_calls: 3
                    depth: 2
                    directories: ["/srv/books::/books:ro"]
                    environment: [LANG]
                    limits: {wall_clock: 2 min, fuel: 1_000, memory: 1 MiB, stdin: 2KiB, argv: 3, stdout: 0}
                """)
            .of(CI);

    assertThat(policy.allow()).isTrue();
    assertThat(policy.exec()).isTrue();
    assertThat(policy.capabilities().commands()).isFalse();
    assertThat(policy.maxDepth()).isEqualTo(2);
    assertThat(policy.quota().callsPerSecond()).isEqualTo(OptionalInt.of(50));
    assertThat(policy.quota().concurrentCalls()).isEqualTo(OptionalInt.of(3));
    assertThat(policy.grants("sort")).isTrue();
    assertThat(policy.grants("python")).isTrue();
    assertThat(policy.grants("sorted")).isFalse();
    assertThat(policy.grantsVariable("LANG")).isTrue();
    assertThat(policy.grantsVariable("PATH")).isFalse();
    assertThat(policy.grants(DirectoryGrant.parse("/srv/books::/books:ro"))).isTrue();
    assertThat(policy.grants(DirectoryGrant.parse("/srv/books::/books"))).isFalse();
    assertThat(policy.grants(DirectoryGrant.parse("/srv/books/a::/books:ro"))).isFalse();
    assertThat(policy.grants(DirectoryGrant.parse("/srv/books::/other:ro"))).isFalse();
    assertThat(policy.grants().limits())
        .hasValue(new Limits(Duration.ofMinutes(2), 1 << 20, 2048, 3, 0, 1000));
  }

  @Test
  void what_is_not_written_is_not_granted() {
    Policy bare = parse("principals: {ci: {allow: true}}").of(CI);

    assertThat(bare.allow()).isTrue();
    assertThat(bare.commands()).hasValue(new CommandNames(Set.of()));
    assertThat(bare.capabilities()).isEqualTo(Policy.Capabilities.NONE);
    assertThat(bare.quota()).isEqualTo(Policy.Quota.DEFAULT);
    assertThat(bare.quota().callsPerSecond()).hasValue(2_000);
    assertThat(bare.grants().directories()).hasValue(List.of());
    assertThat(bare.grants().environment()).hasValue(Set.of());
    assertThat(bare.grants().limits()).hasValue(Limits.defaults());
    assertThat(parse("principals: {ci: {commands: [sort]}}").of(CI).allow()).isFalse();
    assertThat(parse("principals: {ci: {allow: true}}").of(new Principal("other", false)))
        .isEqualTo(Policy.nothing());
    assertThat(parse("").of(CI)).isEqualTo(Policy.nothing());
  }

  @Test
  void limits_at_the_top_hold_for_everybody_and_may_be_changed_below() {
    PolicyFile file =
        parse(
            """
            limits: {wall_clock: 5 s, output: 1 KiB}
            principals:
              ci: {allow: true, limits: {wall_clock: 1 h}}
              web: {allow: true}
            """);
    Limits everybody = Limits.defaults().withWallClock(Duration.ofSeconds(5)).withOutputBytes(1024);

    assertThat(file.of(Principal.localOperator()).grants().limits()).hasValue(everybody);
    assertThat(file.of(new Principal("web", false)).grants().limits()).hasValue(everybody);
    assertThat(file.of(CI).grants().limits())
        .hasValue(everybody.withWallClock(Duration.ofHours(1)));
    assertThat(parse("principals: {}").of(Principal.localOperator()))
        .isEqualTo(Policy.localOperator());
  }

  @Test
  void what_runs_may_fetch_is_said_once_for_everybody() {
    PolicyFile file = parse("fetch: [lua, 'llvm*']\nprincipals: {ci: {allow: true}}");
    for (Principal principal : List.of(CI, Principal.localOperator())) {
      CommandNames fetch = file.of(principal).grants().fetch();
      assertThat(fetch.include("lua")).isTrue();
      assertThat(fetch.include("llvm-ar")).isTrue();
      assertThat(fetch.include("js")).isFalse();
    }
    assertThat(parse("").of(Principal.localOperator()).grants().fetch())
        .isEqualTo(CommandNames.NONE);
    assertThat(problems("fetch: lua").toString()).contains("'fetch' must be a list");
    assertThat(problems("fetch: ['sha256:%s']".formatted("0".repeat(64))).toString())
        .contains("'fetch' names commands of the catalogue");
    assertThat(problems("principals: {ci: {fetch: [lua]}}").toString())
        .contains("unknown key 'fetch'");
  }

  @Test
  void every_mistake_is_told_at_once_with_its_place() {
    assertThat(
            problems(
                """
                principals:
                  ci:
                    alow: true
                    commands: sort
                    calls_per_second: 0
                    limits:
                      wall_clock: 30
                      memmory: 1 MiB
                    directories: ["books::/books"]
                  operator: {allow: true}
                """))
        .containsExactly(
            "policy.yaml:3:5: unknown key 'alow'. Did you mean allow?",
            "policy.yaml:4:15: 'commands' must be a list",
            "policy.yaml:5:23: 'calls_per_second' must be 1 or more (default 2000), was 0",
            "policy.yaml:7:19: 'wall_clock' must be a time such as 1500 ms, 30 s, 2 min or 1 h, was"
                + " '30'",
            "policy.yaml:8:7: unknown key 'memmory'. Did you mean memory?",
            "policy.yaml:9:19: directory grant 'books::/books': the host path must be absolute in a"
                + " policy",
            "policy.yaml:10:21: 'operator' is the local operator, who may do everything but HTTP"
                + " requests: 'allow' has no meaning there. Choose another name, or set 'limits' at"
                + " the top of the file.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "principals: [a]|policy.yaml:1:13: 'principals' must be a mapping of keys to values",
        "principals: {a: {allow: yes}}|policy.yaml:1:25: 'allow' must be true or false",
        "principals: {a: {allow: true, allow: true}}"
            + "|policy.yaml:1:31: 'allow' is a duplicate key. Remove one of them.",
        "principals: {a: {commands: ['*x']}}|policy.yaml:1:29: a command is granted by its name or"
            + " by a prefix that ends with '*', was '*x'",
        "principals: {a: {capabilities: [exce]}}"
            + "|policy.yaml:1:33: unknown capability 'exce'. Did you mean exec?",
        "principals: {a: {depth: 9}}|policy.yaml:1:25: 'depth' must be 0..8 (default 8), was 9",
        "principals: {a: {runs: some}}|policy.yaml:1:24: 'runs' must be own or all, was 'some'",
        "programs: interpret"
            + "|policy.yaml:1:11: 'programs' must be compiled or interpreted, was 'interpret'",
        "programs: [interpreted]|policy.yaml:1:11: 'programs' must be a text",
        "principals: {a: {commands: ['sha256:12']}}|policy.yaml:1:29: ArtifactId.sha256 must be 64"
            + " lower-case hexadecimal digits, was '12'",
        "limits: {fuel: 99999999999999999999}"
            + "|policy.yaml:1:16: 'fuel' is too large: '99999999999999999999'",
        "limits: {memory: 1 KiB}"
            + "|policy.yaml:1:18: 'memory' must be 65536..2147418112 (default 268435456), was 1024",
        "principals: {a: {environment: ['A=B']}}"
            + "|policy.yaml:1:32: 'A=B' cannot be the name of a variable",
        "a: b: c|policy.yaml:1:5: mapping values are not allowed here. It must be YAML."
      })
  void a_mistake_names_key_value_and_rule(String text, String problem) {
    assertThat(problems(text)).containsExactly(problem);
  }

  @Test
  void a_text_that_nests_without_end_is_a_mistake_and_no_crash() {
    assertThat(problems("[".repeat(50_000)))
        .singleElement()
        .asString()
        .endsWith("lists and mappings are nested too deep");
  }

  @Test
  void a_file_that_cannot_be_read_says_so() throws Exception {
    PolicyReader reader = new PolicyReader(Limits.defaults());
    Path file = directory.resolve("p.yaml");

    assertThatThrownBy(() -> reader.read(file)).hasMessage(file + ": no such file");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> reader.read(file))
        .hasMessage(file + ": the file is not text in UTF-8");
    Files.write(file, new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> reader.read(file))
        .hasMessage(file + ": the file has more than 1048576 bytes");
    assertThatThrownBy(() -> reader.read(directory)).isInstanceOf(PolicyException.class);
  }

  @Test
  void programs_are_compiled_unless_the_file_says_otherwise() {
    assertThat(parse("").programs()).isEqualTo(ProgramCode.COMPILED);
    assertThat(parse("programs: compiled").programs()).isEqualTo(ProgramCode.COMPILED);
    PolicyFile file = parse("programs: interpreted");
    assertThat(file.programs()).isEqualTo(ProgramCode.INTERPRETED);
    assertThat(file.of(Principal.localOperator())).isEqualTo(Policy.localOperator());
  }

  @Test
  void principals_are_listed_by_name() {
    assertThat(parse("principals: {b: {allow: true}, a: {revoked: true}}").principals())
        .extractingFromEntries(Map.Entry::getKey, entry -> entry.getValue().standing())
        .extracting(Object::toString)
        .containsExactly("(\"a\", REVOKED)", "(\"b\", ALLOWED)");
  }
}
