package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.web.access.Caller;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.page.PageServer;
import dev.escarole.web.page.Pages;
import io.javalin.Javalin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of a run are the same where another process holds the database. */
class RemoteRunPagesTest {

  private static PageServer server;
  private static Javalin front;

  @BeforeAll
  static void start() {
    server = new PageServer();
    Escarole remote = RemoteEscarole.at(server.address(), "");
    Pages pages = new Pages("test", InstantSource.system(), actor -> remote);
    front =
        Javalin.create(
            config -> {
              config.routes.before(ctx -> ctx.attribute("escarole.caller", Caller.LOCAL));
              new RunPages(pages, InstantSource.system()).install(config.routes);
            });
    front.start("127.0.0.1", 0);
  }

  @AfterAll
  static void stop() {
    front.stop();
    server.close();
  }

  private static String far(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path)).build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return answer.body();
  }

  private static String shown(String page) {
    String main = page.substring(page.indexOf("<main"), page.indexOf("</main>"));
    // A moment passes between the two answers.
    return main.replaceAll("data-ago>[^<]*<", "data-ago><");
  }

  @Test
  void pages_of_a_run_are_the_same_over_another_process() throws Exception {
    RunResult run =
        server.run(
            """
            name: panel
            args: ["count:int=3"]
            template:
              - seq 1 {count}
              - label: panel
                parallel: true
                min_successful: 2
                template:
                  - {label: sum, template: wc -l}
                  - {label: gone, retry: 2, recover: "true", template: cat /nowhere}
                  - {label: unasked, when: false, template: cat}
                  - {template: [cat, {timeout: 5, template: upper}]}
              - wc -c
            """,
            "nightly");
    String at = "/runs/" + run.run();
    for (String page :
        new String[] {
          "",
          "/lanes",
          "/graph",
          "/steps",
          "/steps?state=failed&text=cat",
          "/steps/0.1.1",
          "/steps/0.1.1?attempt=1",
          "/steps/0.2",
          "/steps/0.1.3",
          "/joins/0.1",
          "/joins/0.1/text"
        }) {
      assertThat(shown(far(at + page))).as(page).isEqualTo(shown(server.page(at + page)));
    }
    assertThat(far(at + "/steps/0.0/1/stdout")).isEqualTo("1\n2\n3\n");
    assertThat(far(at + "/recipe")).startsWith("name: panel");
  }
}
