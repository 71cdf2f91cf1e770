package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.store.database.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The beginning and the end of the application. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class StartAndStopTest {

  private static final String MODES =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_ON_EXIT=FALSE";

  @TempDir private Path directory;

  private ConfigurableApplicationContext start(String name, String... more) {
    SpringApplication application = new SpringApplication(OrdersApplication.class);
    String[] arguments = new String[more.length + 2];
    arguments[0] = "--server.port=0";
    arguments[1] = "--spring.datasource.url=jdbc:h2:mem:" + name + MODES;
    System.arraycopy(more, 0, arguments, 2, more.length);
    return application.run(arguments);
  }

  private static URI address(ConfigurableApplicationContext context, String path) {
    int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    return URI.create("http://localhost:" + port + path);
  }

  @Test
  void a_browser_that_watches_does_not_hold_up_the_end() throws Exception {
    ConfigurableApplicationContext context = start("watch");
    HttpClient http = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    HttpRequest signIn =
        HttpRequest.newBuilder(address(context, "/sign-in"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("user=vera&to=/ops/escarole/"))
            .build();
    assertThat(http.send(signIn, BodyHandlers.discarding()).statusCode()).isEqualTo(303);
    HttpRequest watch =
        HttpRequest.newBuilder(address(context, "/ops/escarole/live/events?of=runs")).build();
    HttpResponse<InputStream> answer = http.send(watch, BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/event-stream");
    try (InputStream events = answer.body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isNotNull();
      Instant asked = Instant.now();
      context.close();
      // Without an end of the events, Tomcat waits for them for half a minute.
      assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(15));
    } catch (IOException e) {
      // The connection may end in the middle.
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/e", "/a/b.c/"})
  void the_dashboard_can_be_under_any_path(String place) throws Exception {
    try (ConfigurableApplicationContext context =
        start("path", "--escarole.dashboard.path=" + place, "--server.servlet.context-path=/app")) {
      HttpRequest health =
          HttpRequest.newBuilder(address(context, "/app" + place.replaceFirst("/$", "") + "/health")).build();
      assertThat(HttpClient.newHttpClient().send(health, BodyHandlers.ofString()).body())
          .isEqualTo("ok\n");
    }
  }

  @Test
  void a_path_that_is_none_is_refused(CapturedOutput output) {
    assertThatThrownBy(() -> start("wrong", "--escarole.dashboard.path=/a b")).isNotNull();
    assertThat(output).contains("escarole.dashboard.path", "a prefix is a path such as");
  }

  @Test
  void two_applications_live_in_one_jvm() {
    try (ConfigurableApplicationContext one = start("one");
        ConfigurableApplicationContext two = start("two")) {
      assertThat(one.getBean(Engine.class)).isNotSameAs(two.getBean(Engine.class));
    }
  }

  /** Boot manages an H2 that loses rows. */
  @Test
  void a_file_of_the_engines_own_needs_a_newer_h2(CapturedOutput output) {
    assertThatThrownBy(
            () ->
                start(
                    "file",
                    "--escarole.use-data-source=false",
                    "--escarole.data=" + directory.resolve("data")))
        .hasRootCauseInstanceOf(StoreException.class);
    assertThat(output).contains("APPLICATION FAILED TO START", "H2 2.3", "the property h2.version");
  }
}
