package dev.escarole.web.page.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunListPageTest {

  private final PageServer server = new PageServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private RunResult done() {
    return server.run("name: fine\ntemplate: echo\n", "nightly");
  }

  private RunResult failed() {
    return server.run("name: broken\ntemplate: {failure: root, template: cat /no}\n", "daily");
  }

  private static String line(RunResult run) {
    return "id=\"run-" + run.run() + "\"";
  }

  @Test
  void a_server_without_runs_says_how_to_start_one() {
    assertThat(server.page("/runs")).contains("Nothing has run yet", "escarole run");
    assertThat(server.page("/runs?recipe=x")).contains("No run is like this");
  }

  @Test
  void each_run_has_a_line_with_its_status_its_labels_and_its_branches() {
    RunResult run =
        server.run("name: wide\ntemplate: {parallel: true, template: [echo, cat /no]}\n", "blue");
    assertThat(server.page("/runs"))
        .contains(line(run), "state degraded", ">blue<", "1 done, 1 failed", "fill-failed");
  }

  @Test
  void filters_are_in_the_address_and_narrow_the_list() {
    RunResult done = done();
    RunResult failed = failed();
    for (String query :
        new String[] {"status=failed", "recipe=broken", "label=daily", "text=BROK"}) {
      String page = server.page("/runs?age=hour&" + query);
      assertThat(page).as(query).contains(line(failed)).doesNotContain(line(done));
    }
    assertThat(server.page("/runs?status=failed&status=done")).contains(line(done), line(failed));
    assertThat(server.page("/runs?status=failed")).contains("value=\"failed\" checked");
    assertThat(server.page("/runs?to=2020-01-01T00:00")).contains("No run is like this");
    assertThat(server.page("/runs?from=2020-01-01T00:00")).contains(line(done));
  }

  @Test
  void a_filter_that_means_nothing_is_refused() {
    for (String query : new String[] {"status=lost", "age=eon", "before=x", "from=noon"}) {
      assertThat(server.get("/runs?" + query).statusCode()).as(query).isEqualTo(422);
    }
  }

  @Test
  void older_runs_are_on_pages_of_their_own_that_keep_the_filter() {
    RunResult first = done();
    for (int i = 0; i < 50; i++) {
      done();
    }
    failed();
    String newest = server.page("/runs?recipe=fine");
    assertThat(newest).doesNotContain(line(first));
    String next = newest.replaceAll("(?s).*rel=\"next\" href=\"([^\"]*)\".*", "$1");
    assertThat(next).startsWith("/runs?recipe=fine&").contains("before=");
    String older = server.page(next.replace("&amp;", "&"));
    assertThat(older)
        .contains(line(first), "href=\"/runs?recipe=fine\"")
        .doesNotContain("rel=\"next\"");
  }

  @Test
  void picked_runs_are_deleted_after_a_question() {
    RunResult run = done();
    Map<String, String> picked = Map.of("run", run.run().value(), "action", "delete");
    assertThat(server.post("/runs/selection", picked).body())
        .contains("Delete this run?", run.run().value());
    assertThat(server.page("/runs")).contains(line(run));
    HttpResponse<String> answer =
        server.post(
            "/runs/selection",
            Map.of("run", run.run().value(), "action", "delete", "confirmed", "yes"));
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(server.page("/runs")).doesNotContain(line(run));
  }

  @Test
  void what_cannot_be_done_with_any_picked_run_is_not_offered() {
    RunResult run = done();
    Map<String, String> picked = Map.of("run", run.run().value(), "action", "cancel");
    assertThat(server.post("/runs/selection", picked).body())
        .contains("None of these runs fits")
        .contains("1 run picked has ended already and is left as it is.")
        .doesNotContain("class=\"danger\"");
    Map<String, String> gone = Map.of("run", "20000101-000000-aaaaaa", "action", "delete");
    assertThat(server.post("/runs/selection", gone).body())
        .contains("None of these runs fits", "1 run picked was deleted meanwhile.");
    Map<String, String> again = Map.of("run", run.run().value(), "action", "rerun");
    assertThat(server.post("/runs/selection", again).body())
        .contains("Rerun this run?", "no result is kept", ">Rerun 1 run</button>", "fine  done");
  }

  @Test
  void what_cannot_be_done_with_a_picked_run_is_said() {
    RunResult run = done();
    HttpResponse<String> answer =
        server.post(
            "/runs/selection",
            Map.of("run", run.run().value(), "action", "cancel", "confirmed", "yes"));
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("is over: done");
    assertThat(server.post("/runs/selection", Map.of("action", "cancel")).statusCode())
        .isEqualTo(400);
    assertThat(server.post("/runs/selection", Map.of("action", "x", "run", "y")).statusCode())
        .isEqualTo(400);
  }
}
