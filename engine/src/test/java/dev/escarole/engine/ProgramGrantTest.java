package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A policy grants programs by hash or registered name, and never by what a file is called. */
@Timeout(300)
class ProgramGrantTest {

  private static final Principal CI = new Principal("ci", false);
  private static final byte[] UPPER = TestPrograms.builtIn("upper");

  /** Many commands in one, which looks at its name. */
  private static final byte[] BOX = TestPrograms.builtIn("wbox");

  @TempDir private Path data;

  private CommandHost host(String commands) throws IOException {
    Files.writeString(
        data.resolve("policy.yaml"),
        "principals: {ci: {allow: true, commands: [" + commands + "]}}");
    return CommandHost.open(data, warning -> {}, null);
  }

  private static InvocationResult call(CommandHost host, byte[] program, String name) {
    return host.execute(CI, program, Invocation.of(name).stdin("x").build());
  }

  @Test
  void another_program_in_a_file_of_a_granted_name_does_not_pass() throws Exception {
    try (CommandHost host = host("sort, 's*'")) {
      for (String name : new String[] {"sort", "something"}) {
        InvocationResult result = call(host, UPPER, name);
        assertThat(result.outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
        assertThat(result.stdout().utf8()).isEmpty();
      }
    }
    assertThat(Files.readString(data.resolve("audit-calls.jsonl")))
        .contains("sha256:" + ArtifactId.of(UPPER))
        .doesNotContain("\"sort\"");
  }

  @Test
  void a_program_passes_by_its_hash_whatever_its_file_is_called() throws Exception {
    try (CommandHost host = host("'sha256:" + ArtifactId.of(UPPER) + "'")) {
      assertThat(call(host, UPPER, "anything").stdout().utf8()).isEqualTo("X");
      assertThat(call(host, BOX, "upper").outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
    }
  }

  @Test
  void a_program_passes_if_it_is_the_one_that_a_granted_name_means() throws Exception {
    try (CommandHost host = host("cat")) {
      assertThat(call(host, BOX, "cat").stdout().utf8()).isEqualTo("x");
      assertThat(call(host, BOX, "tac").outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
    }
    try (CommandHost host = host("'*'")) {
      assertThat(call(host, UPPER, "other").stdout().utf8()).isEqualTo("X");
    }
  }

  @Test
  void a_registered_command_passes_by_the_hash_of_its_program() throws Exception {
    byte[] probe = TestPrograms.probe();
    try (CommandHost host = host("'sha256:" + ArtifactId.of(probe) + "'")) {
      host.add("tool", probe, ArgumentMode.ARGV);
      Invocation call = Invocation.of("tool").arguments("cat", "/nowhere").build();
      assertThat(host.execute(CI, call).outcome().kind()).isEqualTo(Kind.EXITED);
      assertThat(host.execute(CI, Invocation.of("cat").build()).outcome().kind())
          .isEqualTo(Kind.COMMAND_NOT_GRANTED);
      host.add("tool", UPPER, ArgumentMode.ARGV);
      assertThat(host.execute(CI, call).outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
    }
  }
}
