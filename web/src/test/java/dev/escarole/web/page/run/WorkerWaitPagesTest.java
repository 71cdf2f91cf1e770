package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages and REST say how long steps waited for a worker, and only if they did. */
@Timeout(300)
class WorkerWaitPagesTest {

  private static PageServer server;

  @BeforeAll
  static void open() {
    server = new PageServer();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void steps_that_no_worker_was_free_for_say_how_long_they_waited() {
    // While a program is being compiled, leaves that wait for it hold no worker.
    server.run("template: \"awk 'BEGIN { exit 0 }'\"\n");
    int branches = 6 * Runtime.getRuntime().availableProcessors();
    RunResult run =
        server.run(
            "parallel: true\nrepeat: "
                + branches
                + "\ntemplate: \"awk 'BEGIN { for (i = 0; i < 3000000; i++) x += i }'\"\n");
    String at = "/runs/" + run.run();

    assertThat(server.page(at))
        .contains("id=\"worker-waits\"", "waited for a worker, the longest for ");
    // Branches that are alike are shown as one.
    assertThat(server.page(at + "/lanes"))
        .containsPattern("waited up to [0-9.]+ (s|min [0-9]+ s) for a worker");
    String last = at + "/steps/0." + (branches - 1);
    assertThat(server.page(last))
        .containsPattern("Waited for a worker</dt><dd id=\"worker-wait\">");
    assertThat(server.page("/api/v1" + at + "/timeline"))
        .containsPattern(
            "\"workerWaits\":\\{\"leaves\":[0-9]+,\"now\":0,\"longestMillis\":[0-9]{4,},"
                + "\"longest\":\"0\\.[0-9]+\"")
        .contains("\"state\":\"ready\"");
  }

  @Test
  void what_waits_for_its_delay_or_its_predecessor_is_not_said_to_wait_for_a_worker() {
    RunResult run = server.run("template: [{delay: 1500, template: echo a}, sleep 1, echo b]\n");
    String at = "/runs/" + run.run();
    assertThat(server.page(at)).doesNotContain("id=\"worker-waits\"");
    assertThat(server.page(at + "/lanes")).doesNotContain("waited 1", "waited 2");
  }
}
