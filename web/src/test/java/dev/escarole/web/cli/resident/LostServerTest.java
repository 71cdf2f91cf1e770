package dev.escarole.web.cli.resident;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.web.cli.resident.Commands.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients and their server, one of which ends in the middle: real processes. */
@Timeout(300)
class LostServerTest {

  private static final String SLOW = "[\"echo begun\", \"sleep 4\", \"echo after\"]";
  private static final String HELD = "[\"echo begun\", \"sleep 600\"]";

  private Commands commands;

  @BeforeEach
  void setUp(@TempDir Path directory) throws Exception {
    commands = new Commands(directory, directory.resolve("data"));
    Files.writeString(directory.resolve("slow.json"), SLOW);
    Files.writeString(directory.resolve("held.json"), HELD);
    Files.writeString(directory.resolve("quick.json"), "\"echo ready\"");
    Files.writeString(directory.resolve("count.json"), "\"wc -c\"");
  }

  @AfterEach
  void tearDown() {
    commands.close();
  }

  private JsonNode last() throws IOException {
    Command shown = commands.start(null, "runs", "show", "last", "--json");
    assertThat(shown.end()).as(shown.err()).isZero();
    return new ObjectMapper().readTree(shown.out());
  }

  private String status() throws IOException {
    return last().path("status").asText();
  }

  @Test
  void a_killed_server_leaves_the_run_to_its_client_which_finishes_it() throws Exception {
    Command server = commands.serve();
    Command run = commands.start(null, "run", "slow.json").awaitErr("echo begun");
    server.process.destroyForcibly().waitFor();
    assertThat(run.end()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("after\n");
    assertThat(run.err())
        .contains("the server that carried the run out has ended; this process goes on with it");
    assertThat(status()).isEqualTo("done");
  }

  @Test
  void a_server_that_is_told_to_stop_leaves_the_run_to_its_client_too() throws Exception {
    Command server = commands.serve();
    Command run = commands.start(null, "run", "slow.json", "--json").awaitErr("echo begun");
    server.process.destroy();
    assertThat(server.end()).isZero();
    assertThat(run.end()).as(run.err()).isZero();
    assertThat(run.out()).contains("\"status\"").contains("\"done\"");
  }

  @Test
  void a_client_that_is_told_to_end_cancels_its_run() throws Exception {
    Command server = commands.serve();
    Command run = commands.start(null, "run", "held.json").awaitErr("echo begun");
    run.process.destroy();
    assertThat(run.end()).isEqualTo(130);
    assertThat(run.err()).contains("cancelled").contains("look at it: escarole runs show ");
    assertThat(status()).isEqualTo("cancelled");
    assertThat(server.process.isAlive()).isTrue();
  }

  @Test
  void a_client_that_is_killed_leaves_its_run_to_the_server() throws Exception {
    Command server = commands.serve();
    Command run = commands.start(null, "run", "slow.json").awaitErr("echo begun");
    run.process.destroyForcibly().waitFor();
    String status = status();
    while (status.equals("running")) {
      status = status();
    }
    assertThat(status).isEqualTo("done");
    assertThat(commands.start(null, "runs", "output", "last").facts()).contains("after\n");
    assertThat(server.process.isAlive()).isTrue();
  }

  @Test
  void fifty_calls_at_once_are_all_done() throws Exception {
    Command server = commands.serve();
    List<Command> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(commands.start(null, "run", "quick.json", "--quiet"));
    }
    for (Command each : all) {
      assertThat(each.end()).as(each.err()).isZero();
      assertThat(each.out()).isEqualTo("ready\n");
    }
    Command listed = commands.start(null, "runs", "list", "--limit", "1000");
    assertThat(listed.end()).isZero();
    assertThat(listed.out().lines()).hasSize(50);
    assertThat(server.process.isAlive()).isTrue();
  }

  @Test
  void input_too_large_for_a_server_is_read_whole_by_the_client(@TempDir Path other)
      throws Exception {
    commands.serve();
    Path input = other.resolve("large");
    Files.write(input, new byte[5_000_000]);
    Command run = commands.start(input, "run", "count.json", "--stdin", "-", "--quiet");
    assertThat(run.end()).as(run.err()).isZero();
    assertThat(run.out().strip()).isEqualTo("5000000");
    Command file = commands.start(null, "run", "count.json", "--stdin", input.toString());
    assertThat(file.end()).as(file.err()).isZero();
    assertThat(file.out().strip()).isEqualTo("5000000");
  }

  @Test
  void a_server_that_is_stopped_in_its_tracks_hangs_nobody(@TempDir Path other) throws Exception {
    Command server = commands.serve();
    signal(server, "STOP");
    try {
      Command shown = commands.start(null, "plan", "quick.json");
      assertThat(shown.end()).as(shown.err()).isZero();
      assertThat(shown.out()).contains("echo ready");
    } finally {
      signal(server, "CONT");
    }
  }

  private static void signal(Command command, String name) throws Exception {
    String pid = Long.toString(command.process.pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }
}
