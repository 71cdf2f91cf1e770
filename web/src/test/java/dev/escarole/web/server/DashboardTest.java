package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import jakarta.servlet.DispatcherType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard below a path of another application. */
@Timeout(240)
class DashboardTest {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String AT = MountedSite.PATH;

  /** An attribute that makes a browser, or a script of the pages, ask for something. */
  private static final Pattern LINK =
      Pattern.compile(
          "\\s(href|src|action|formaction|hx-get|hx-post|data-at|data-tail)=\"([^\"]*)\"");

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private String cookie = "";

  private HttpResponse<String> send(HttpRequest.Builder request, String... headers)
      throws IOException, InterruptedException {
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(MountedSite site, String path, String... headers)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(site.at(path)), headers);
  }

  private HttpResponse<String> post(
      MountedSite site, String path, String type, String body, String... headers)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(site.at(path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body)),
        headers);
  }

  private static String location(HttpResponse<?> answer) {
    return answer.headers().firstValue("Location").orElse("");
  }

  @Test
  void every_page_links_only_to_pages_below_the_path() throws Exception {
    try (MountedSite site = MountedSite.signedInByHost(directory)) {
      cookie = "host_user=ada:admin";
      HttpResponse<String> launched =
          post(site, AT + "/api/v1/runs", "application/json", "{\"recipe\": \"greet\"}");
      assertThat(launched.statusCode()).as(launched.body()).isEqualTo(201);
      assertThat(location(launched)).startsWith(AT + "/api/v1/runs/");
      Set<String> seen = new HashSet<>(Set.of(AT + "/runs"));
      Deque<String> open = new ArrayDeque<>(seen);
      while (!open.isEmpty() && seen.size() < 400) {
        String path = open.poll();
        HttpResponse<String> answer = get(site, path);
        assertThat(answer.statusCode()).as(path).isIn(200, 302, 303);
        for (String link : links(answer)) {
          assertThat(link).as("on " + path).startsWith(AT + "/");
          if (!isForm(answer.body(), link) && seen.add(link)) {
            open.add(link);
          }
        }
      }
      assertThat(seen)
          .contains(AT + "/system", AT + "/recipes/greet", AT + "/api/v1/openapi.json")
          .anyMatch(each -> each.endsWith("/lanes"))
          .anyMatch(each -> each.contains("/assets/zone.js"));
    }
  }

  private static boolean isForm(String page, String link) {
    return page.contains("action=\"" + link.replace("&", "&amp;") + "\"");
  }

  private static Set<String> links(HttpResponse<String> answer) {
    Set<String> links = new HashSet<>();
    boolean html = answer.headers().firstValue("Content-Type").orElse("").startsWith("text/html");
    Matcher link = LINK.matcher(html ? answer.body() : "");
    while (link.find()) {
      String address = link.group(2).replace("&amp;", "&").replaceFirst("#.*", "");
      if (!address.isEmpty() && !address.startsWith("?") && !address.startsWith("http")) {
        links.add(address);
      }
    }
    String to = location(answer);
    if (!to.isEmpty()) {
      links.add(to);
    }
    return links;
  }

  @Test
  void the_host_says_who_callers_are_and_what_they_may_do() throws Exception {
    try (MountedSite site = MountedSite.signedInByHost(directory)) {
      assertThat(get(site, "/").body()).contains("The host");
      HttpResponse<String> nobody = get(site, AT + "/runs?text=a%20b");
      assertThat(nobody.statusCode()).isEqualTo(303);
      assertThat(location(nobody)).startsWith(AT + "/login?to=%2Fruns");
      assertThat(location(get(site, location(nobody))))
          .isEqualTo("/signin?to=" + AT + "/runs?text=a%20b");
      HttpResponse<String> program = get(site, AT + "/api/v1/runs");
      assertThat(program.statusCode()).isEqualTo(401);
      assertThat(program.body()).contains("\"instance\":\"" + AT + "/api/v1/runs\"");
      cookie = "host_user=vera:viewer";
      assertThat(get(site, AT + "/runs").body()).contains("vera").doesNotContain("Sign out");
      assertThat(post(site, AT + "/recipes/greet", FORM, "do=launch").statusCode()).isEqualTo(403);
      cookie = "host_user=otto:operator";
      HttpResponse<String> launched = post(site, AT + "/recipes/greet", FORM, "do=launch");
      assertThat(launched.statusCode()).as(launched.body()).isEqualTo(303);
      assertThat(location(launched)).startsWith(AT + "/runs/");
      String run = location(launched).substring(location(launched).lastIndexOf('/') + 1);
      assertThat(get(site, AT + "/api/v1/runs/" + run).body()).contains("\"otto\"");
    }
  }

  @Test
  void the_sign_in_page_leads_on_those_whom_the_host_has_signed_in() throws Exception {
    try (MountedSite site = MountedSite.signedInByHost(directory)) {
      cookie = "host_user=vera:viewer";
      assertThat(location(get(site, AT + "/login?to=%2Frecipes"))).isEqualTo(AT + "/recipes");
      assertThat(location(get(site, AT + "/login"))).isEqualTo(AT + "/runs");
    }
  }

  @Test
  void other_sites_and_other_names_are_refused_as_in_a_server_of_its_own() throws Exception {
    try (MountedSite site = MountedSite.signedInByHost(directory)) {
      cookie = "host_user=otto:operator";
      String form = "do=launch";
      HttpResponse<String> foreign =
          post(site, AT + "/recipes/greet", FORM, form, "Origin", "http://evil.example");
      assertThat(foreign.statusCode()).isEqualTo(403);
      HttpResponse<String> cross =
          post(site, AT + "/recipes/greet", FORM, form, "Sec-Fetch-Site", "cross-site");
      assertThat(cross.statusCode()).isEqualTo(403);
      String own = site.at("").toString();
      assertThat(post(site, AT + "/recipes/greet", FORM, form, "Origin", own).statusCode())
          .isEqualTo(303);
      assertThat(get(site, AT + "/runs").headers().firstValue("Content-Security-Policy"))
          .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
    }
  }

  @Test
  void tokens_of_the_dashboard_start_a_session_whose_cookie_stays_below_the_path()
      throws Exception {
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    String secret = tokens.create("otto", Role.OPERATOR, Instant.now());
    DashboardOptions options =
        DashboardOptions.withTokens(tokens.file()).withSessions(directory.resolve("s.json"));
    try (MountedSite site = new MountedSite(directory, options)) {
      HttpResponse<String> asked = get(site, AT);
      assertThat(location(asked)).isEqualTo(AT + "/runs");
      assertThat(get(site, AT + "/login").body()).contains("action=\"" + AT + "/login\"");
      HttpResponse<String> signedIn =
          post(site, AT + "/login", FORM, "token=" + secret + "&to=/recipes");
      assertThat(location(signedIn)).isEqualTo(AT + "/recipes");
      String set = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
      assertThat(set).contains("Path=" + AT).contains("HttpOnly").contains("SameSite=Strict");
      cookie = set.substring(0, set.indexOf(';'));
      assertThat(get(site, AT + "/recipes").body()).contains("otto").contains("Sign out");
      assertThat(location(post(site, AT + "/logout", FORM, ""))).isEqualTo(AT + "/login");
      assertThat(get(site, AT + "/recipes").statusCode()).isEqualTo(303);
      cookie = "";
      assertThat(get(site, AT + "/api/v1/runs", "Authorization", "Bearer " + secret).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void live_events_come_through_and_pages_of_lists_are_linked_below_the_path() throws Exception {
    try (MountedSite site = MountedSite.signedInByHost(directory)) {
      cookie = "host_user=otto:operator";
      HttpRequest stream =
          HttpRequest.newBuilder(site.at(AT + "/live/events?of=runs&browser=b"))
              .header("Cookie", cookie)
              .build();
      HttpResponse<InputStream> events = client.send(stream, BodyHandlers.ofInputStream());
      assertThat(events.statusCode()).isEqualTo(200);
      for (int i = 0; i < 3; i++) {
        post(site, AT + "/api/v1/runs", "application/json", "{\"recipe\": \"greet\"}");
      }
      StringBuilder heard = new StringBuilder();
      while (!heard.toString().contains("\"recipe\"")) {
        heard.append((char) events.body().read());
      }
      events.body().close();
      HttpResponse<String> page = get(site, AT + "/api/v1/runs?limit=1");
      assertThat(page.headers().firstValue("Link"))
          .hasValueSatisfying(link -> assertThat(link).startsWith("<" + AT + "/api/v1/runs?"));
      assertThat(get(site, AT + "/api/v1/openapi.json").body())
          .contains("\"url\" : \"" + AT + "/api/v1\"");
      assertThat(get(site, AT + "/health").body()).isEqualTo("ok\n");
    }
  }

  @Test
  void a_body_is_limited_and_not_read_for_whom_it_does_nothing() throws Exception {
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    String unused = tokens.create("otto", Role.OPERATOR, Instant.now());
    try (MountedSite site =
        new MountedSite(directory, DashboardOptions.withTokens(tokens.file()))) {
      HttpResponse<String> large = post(site, AT + "/login", FORM, "token=" + "x".repeat(5000));
      assertThat(large.statusCode()).isEqualTo(413);
      assertThat(large.body()).contains("At most 4 KiB");
      HttpRequest chunked =
          HttpRequest.newBuilder(site.at(AT + "/login"))
              .header("Content-Type", FORM)
              .POST(
                  BodyPublishers.ofInputStream(
                      () ->
                          new ByteArrayInputStream(
                              ("token=" + "x".repeat(9000)).getBytes(StandardCharsets.UTF_8))))
              .build();
      assertThat(client.send(chunked, BodyHandlers.ofString()).statusCode()).isEqualTo(413);
      assertThat(post(site, AT + "/recipes/greet", FORM, "x".repeat(100_000)).statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void forwarded_prefixes_count_from_trusted_proxies_alone() throws Exception {
    try (MountedSite site = MountedSite.signedInByHost(directory)) {
      cookie = "host_user=vera:viewer";
      assertThat(get(site, AT + "/runs", "X-Forwarded-Prefix", "/evil").body())
          .contains("href=\"" + AT + "/recipes\"")
          .doesNotContain("evil");
    }
  }

  @Test
  void trusted_proxies_put_their_prefix_before_it() throws Exception {
    try (MountedSite site =
        MountedSite.signedInByHost(directory, options -> options.behind("127.0.0.1"))) {
      cookie = "host_user=vera:viewer";
      assertThat(get(site, AT + "/runs", "X-Forwarded-Prefix", "/tools/").body())
          .contains("href=\"/tools" + AT + "/recipes\"");
      assertThat(get(site, AT + "/runs", "X-Forwarded-Prefix", "/a\"onclick=\"x").body())
          .contains("href=\"" + AT + "/recipes\"")
          .doesNotContain("onclick");
      assertThat(get(site, AT + "/runs", "X-Forwarded-Prefix", "//evil.example").body())
          .doesNotContain("evil");
    }
  }

  @Test
  void a_servlet_application_mounts_it_below_its_own_path() throws Exception {
    Server jetty = new Server(0);
    ServletContextHandler application = new ServletContextHandler("/app");
    jetty.setHandler(application);
    try (Engine engine = Engine.open(EngineOptions.inMemory());
        Dashboard dashboard =
            Dashboard.open(
                new Installation(engine, InstantSource.system()),
                DashboardOptions.signedInBy(MountedSite.hostSignIn()))) {
      dashboard.mount(application.getServletContext(), "/ops");
      assertThatThrownBy(() -> dashboard.mount(application.getServletContext(), "/ops"))
          .isInstanceOf(IllegalStateException.class);
      jetty.start();
      cookie = "host_user=vera:viewer";
      URI at = URI.create("http://127.0.0.1:" + jetty.getURI().getPort() + "/app/ops/runs");
      HttpResponse<String> page = send(HttpRequest.newBuilder(at));
      assertThat(page.body()).contains("href=\"/app/ops/recipes\"", "vera");
      HttpResponse<String> odd = send(HttpRequest.newBuilder(URI.create(at + ";x=1")));
      assertThat(odd.statusCode()).isEqualTo(404);
      jetty.stop();
    }
  }

  @Test
  void a_form_is_understood_that_a_filter_of_the_host_has_read() throws Exception {
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    String secret = tokens.create("otto", Role.OPERATOR, Instant.now());
    Server jetty = new Server(0);
    ServletContextHandler application = new ServletContextHandler("/");
    jetty.setHandler(application);
    application.addFilter(
        (request, response, chain) -> {
          assertThat(request.getParameter("token")).isNotEmpty();
          chain.doFilter(request, response);
        },
        "/*",
        EnumSet.of(DispatcherType.REQUEST));
    try (Engine engine = Engine.open(EngineOptions.inMemory());
        Dashboard dashboard =
            Dashboard.open(
                new Installation(engine, InstantSource.system()),
                DashboardOptions.withTokens(tokens.file()))) {
      dashboard.mount(application.getServletContext(), AT);
      jetty.start();
      URI at =
          URI.create("http://127.0.0.1:" + jetty.getURI().getPort() + AT + "/login?to=/system");
      HttpRequest.Builder form =
          HttpRequest.newBuilder(at)
              .header("Content-Type", FORM)
              .POST(BodyPublishers.ofString("token=" + secret + "&to=%2Frecipes%3Fby%3Dname"));
      assertThat(location(send(form))).isEqualTo(AT + "/recipes?by=name");
      jetty.stop();
    }
  }

  @Test
  void a_dashboard_that_nobody_guards_is_refused_and_so_are_bad_paths_and_names() {
    assertThatThrownBy(() -> new DashboardOptions(null, ServerOptions.local(0, "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("token file");
    assertThatThrownBy(() -> Caller.ofHost("operator", Role.ADMIN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Caller.ofHost("a b", Role.ADMIN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ServerOptions.local(0, "1").withBasePath("/a/../b"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ServerOptions.local(0, "1").withBasePath("/ops/").basePath()).isEqualTo("/ops");
  }
}
