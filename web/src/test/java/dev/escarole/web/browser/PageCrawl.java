package dev.escarole.web.browser;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Follows the links of pages, to one address of each kind: two runs are of one kind, two pages of a
 * run are not. It finds pages that are added later.
 */
final class PageCrawl {

  /**
   * Where pages lead: links, forms that only ask, with what they hide, pictures, and parts that
   * scripts put in.
   */
  private static final String LINKS =
      """
      return [...document.querySelectorAll("a[href], img[src], [hx-get], [data-tail], form[method=get]")]
        .map((each) => each.getAttribute("hx-get") ?? each.dataset.tail ?? each.href?.baseVal
            ?? each.href ?? each.src
            ?? each.action + "?" + new URLSearchParams(
              [...each.querySelectorAll("[type=hidden]")].map((one) => [one.name, one.value])))
        .map((each) => new URL(each, location.href))
        .filter((each) => each.origin === location.origin)
        .map((each) => each.pathname + each.search)
        .join("\\n");
      """;

  /** A time that only a script would turn into how long ago that was. */
  private static final Pattern ISO_AGO = Pattern.compile("data-ago>\\s*\\d{4}-");

  private final Site site;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Deque<String> ahead = new ArrayDeque<>();
  private final Set<String> known = new HashSet<>();
  private final List<String> asked = new ArrayList<>();
  private final List<String> unsaid = new ArrayList<>();

  PageCrawl(Site site, List<String> pages) {
    this.site = site;
    ahead.addAll(pages);
    pages.forEach(page -> known.add(kind(page)));
  }

  /** What the address has in common with others of its kind. */
  private static String kind(String address) {
    URI uri = URI.create(address);
    String path =
        uri.getPath()
            .replaceAll("\\d{8}-\\d{6}-[0-9a-z]+", "RUN")
            .replaceAll("/(steps|joins)/[^/]+", "/$1/STEP")
            .replaceAll("^/(recipes|commands)/[^/]+", "/$1/NAME")
            .replaceAll("/\\d+(?=/|$)", "/N");
    String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    return path
        + Arrays.stream(query.split("&"))
            .map(each -> each.split("=", 2)[0])
            .filter(each -> !each.isEmpty())
            .sorted()
            .distinct()
            .collect(Collectors.joining("&", "?", ""));
  }

  /** The next page, or an empty text if there is no more. */
  String next() throws IOException, InterruptedException {
    while (!ahead.isEmpty()) {
      String address = ahead.remove();
      asked.add(URI.create(address).getPath());
      if (isPage(address)) {
        return address;
      }
    }
    return "";
  }

  private boolean isPage(String address) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(site.at(address)).build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (ISO_AGO.matcher(answer.body()).find()) {
      unsaid.add(address);
    }
    answer.headers().firstValue("Location").ifPresent(this::add);
    return answer.statusCode() / 100 != 3
        && answer.headers().firstValue("Content-Type").orElse("").startsWith("text/html")
        && answer.headers().firstValue("Content-Disposition").isEmpty();
  }

  private void add(String address) {
    if (known.add(kind(address))) {
      ahead.add(address);
    }
  }

  /** The pages that leave it to scripts to say how long ago something was. */
  List<String> unsaid() {
    return unsaid;
  }

  /** Takes in the links of the page that the browser shows. */
  void follow(Browser browser) {
    browser.evaluate(LINKS).lines().filter(each -> !each.isEmpty()).forEach(this::add);
  }

  /** Which of these patterns, such as {@code /runs/{id}}, no address that was asked for matches. */
  List<String> missing(List<String> patterns) {
    return patterns.stream()
        .filter(
            pattern -> {
              String regex = pattern.replaceAll("\\{[^}]+}", "[^/]+");
              return asked.stream().noneMatch(each -> each.matches(regex));
            })
        .toList();
  }
}
