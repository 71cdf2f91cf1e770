package dev.escarole.spring.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody who keeps cookies, and follows redirects only when told so. */
final class Visitor {

  private static final Pattern HIDDEN =
      Pattern.compile("name=\"_csrf\" type=\"hidden\" value=\"([^\"]+)\"");

  private final SecuredSite site;
  private final HttpClient client =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  Visitor(SecuredSite site) {
    this.site = site;
  }

  /** Somebody who has signed in before coming to the dashboard. */
  static Visitor signedIn(SecuredSite site, String user) throws IOException, InterruptedException {
    Visitor visitor = new Visitor(site);
    assertThat(visitor.signIn(user).statusCode()).isEqualTo(302);
    return visitor;
  }

  HttpResponse<String> get(URI address, String... headers)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(address), headers);
  }

  /** Sends a form, as a page of the same site unless the headers say something else. */
  HttpResponse<String> post(URI address, Map<String, String> fields, String... headers)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form(fields))),
        headers);
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            each ->
                each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String... headers)
      throws IOException, InterruptedException {
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** An answer that goes on. */
  InputStream open(URI address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).header("Accept", "text/event-stream").build();
    HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/event-stream");
    return answer.body();
  }

  /** Fills in the form of Spring Security. */
  HttpResponse<String> signIn(String user) throws IOException, InterruptedException {
    Map<String, String> fields =
        Map.of(
            "username", user, "password", SecuredApplication.PASSWORD, "_csrf", hidden("/login"));
    return post(site.at("/login"), fields);
  }

  HttpResponse<String> signOut() throws IOException, InterruptedException {
    return post(site.at("/logout"), Map.of("_csrf", hidden("/logout")));
  }

  private String hidden(String page) throws IOException, InterruptedException {
    String text = get(site.at(page)).body();
    Matcher hidden = HIDDEN.matcher(text);
    assertThat(hidden.find()).as(text).isTrue();
    return hidden.group(1);
  }

  /** Where an answer leads to, from the application's own address. */
  static URI next(HttpResponse<?> answer) {
    return answer.uri().resolve(answer.headers().firstValue("Location").orElse(""));
  }
}
