package dev.escarole.web.page.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.Talker;
import dev.escarole.web.page.PageServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What can be seen of a command while it runs, on its page and by the script of that page. */
@Timeout(300)
class TailTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LONG = Duration.ofSeconds(20).toMillis();

  /** No UTF-8, then half of a character. */
  private static final byte[] ODD = {'a', (byte) 0xff, 0, 7, '<', 'b', '>', (byte) 0xc3};

  private static PageServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new PageServer();
    add("hostile", Talker.program("</pre><script>x()</script>\n".getBytes(UTF_8), ODD, LONG, 1));
    add("fast", Talker.program("0123456789".repeat(30_000).getBytes(UTF_8), ODD, LONG, 1));
    add("short", Talker.program("said".getBytes(UTF_8), ODD, 0, 1));
  }

  private static void add(String name, byte[] program) throws Exception {
    assertThat(server.engine().addCommand(name, program, ArgumentMode.ARGV).name()).isEqualTo(name);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Asks again and again until the answer has an attempt that has written to both outputs. */
  private static JsonNode running(String address) throws IOException {
    while (true) {
      JsonNode running = JSON.readTree(server.page(address)).path("running");
      if (running.path("stderr").path("next").asLong() > 0) {
        return running;
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void the_page_shows_what_a_running_command_has_written_as_text() throws IOException {
    RunHandle run = server.start("template: hostile");
    String step = "/runs/" + run.id() + "/steps/0";
    JsonNode running = running(step + "/tail");
    assertThat(running.path("attempt").asInt()).isEqualTo(1);
    String page = server.page(step);
    assertThat(page)
        .contains("Attempt 1 is running", "&lt;/pre&gt;&lt;script&gt;x()&lt;/script&gt;")
        .contains("a\ufffd\u2400\u2407&lt;b&gt;")
        .doesNotContain("<script>x()");
    assertThat(page).as("half a character waits for the rest").contains("data-tail-next=\"7\"");
    run.cancel();
  }

  @Test
  void the_script_gets_every_byte_from_where_it_has_read() throws IOException {
    RunHandle run = server.start("template: hostile");
    String tail = "/runs/" + run.id() + "/steps/0/tail";
    assertThat(running(tail).path("stderr").path("data").binaryValue()).isEqualTo(ODD);
    JsonNode rest = running(tail + "?attempt=1&stderr=5&stdout=27").path("stderr");
    assertThat(rest.path("from").asLong()).isEqualTo(5);
    assertThat(rest.path("skipped").asLong()).isZero();
    assertThat(rest.path("data").binaryValue()).containsExactly('b', '>', 0xc3);
    JsonNode none = running(tail + "?attempt=1&stderr=8").path("stderr");
    assertThat(none.path("data").binaryValue()).isEmpty();
    assertThat(none.path("next").asLong()).isEqualTo(8);
    JsonNode other = running(tail + "?attempt=2&stderr=8").path("stderr");
    assertThat(other.path("data").binaryValue()).as("of another attempt all is new").hasSize(8);
    run.cancel();
  }

  @Test
  void of_what_comes_too_fast_the_end_is_handed_out_and_the_gap_is_told() throws IOException {
    RunHandle run = server.start("template: fast");
    JsonNode stdout =
        running("/runs/" + run.id() + "/steps/0/tail?attempt=1&stdout=100").path("stdout");
    assertThat(stdout.path("data").binaryValue()).hasSize(64 * 1024);
    assertThat(stdout.path("next").asLong()).isEqualTo(300_000);
    assertThat(stdout.path("from").asLong()).isEqualTo(300_000 - 64 * 1024);
    assertThat(stdout.path("skipped").asLong()).isEqualTo(300_000 - 64 * 1024 - 100);
    assertThat(server.page("/runs/" + run.id() + "/steps/0")).contains("before this were left out");
    run.cancel();
  }

  @Test
  void a_step_that_is_over_has_no_tail_and_its_page_asks_for_none() throws IOException {
    String run = server.run("template: short").run().value();
    JsonNode tail = JSON.readTree(server.page("/runs/" + run + "/steps/0/tail"));
    assertThat(tail.path("over").asBoolean()).isTrue();
    assertThat(tail.path("running").isNull()).isTrue();
    assertThat(server.page("/runs/" + run + "/steps/0")).doesNotContain("data-tail=");
  }

  @Test
  void an_attempt_has_its_memory_and_its_own_limits() throws Exception {
    String run = server.run("timeout: 7000\ntemplate: short").run().value();
    assertThat(server.page("/runs/" + run + "/steps/0"))
        .contains("2 MiB", "those that attempt 1 had", "<dd>7.0 s</dd>");
  }

  @Test
  void numbers_that_are_none_count_as_nothing_read() throws IOException {
    RunHandle run = server.start("template: hostile");
    JsonNode tail =
        running("/runs/" + run.id() + "/steps/0/tail?attempt=1&stderr=-1&stdout=99999999999999999");
    assertThat(new String(tail.path("stdout").path("data").binaryValue(), StandardCharsets.UTF_8))
        .startsWith("</pre>");
    assertThat(server.get("/runs/" + run.id() + "/steps/7/tail").statusCode()).isEqualTo(404);
    run.cancel();
  }
}
