package dev.escarole.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixedLinksTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          <a href="/runs">r</a>                      | <a href="/x/runs">r</a>
          <a class="b" href='/runs?a=1'>r</a>        | <a class="b" href='/x/runs?a=1'>r</a>
          <form action="/a"><button formaction="/b"> | <form action="/x/a"><button formaction="/x/b">
          <p data-at="/a" title="/a">href="/a"</p>   | <p data-at="/x/a" title="/a">href="/a"</p>
          <p title="<a href=">x</p><a href="/b">     | <p title="<a href=">x</p><a href="/x/b">
          <a href="//evil"> <a href="#t"> <a href="">| <a href="//evil"> <a href="#t"> <a href="">
          <input value="/a" checked><img src="/i"/>  | <input value="/a" checked><img src="/x/i"/>
          a < b href="/a"                            | a < b href="/a"
          <pre>&lt;a href="/a"&gt;</pre>             | <pre>&lt;a href="/a"&gt;</pre>
          """)
  void only_addresses_in_tags_get_the_prefix(String html, String expected) {
    assertThat(PrefixedLinks.apply(html, "/x")).isEqualTo(expected);
    assertThat(PrefixedLinks.apply(html, "")).isEqualTo(html);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<", "<a", "<a href", "<a href=", "<a href=\"", "<a href=\"/b", "<a 'x"})
  void what_is_cut_off_stays_as_it_is(String html) {
    assertThat(PrefixedLinks.apply(html, "/x").replace("/x", "")).isEqualTo(html);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "escarole.js",
        "zone.js",
        "forms.js",
        "live.js",
        "morph.js",
        "run.js",
        "runs.js",
        "stream.js",
        "tail.js",
        "theme.js"
      })
  void no_script_asks_for_an_address_from_the_root_of_the_host(String name) throws IOException {
    String script;
    try (InputStream in = Assets.class.getResourceAsStream("/dev/escarole/web/assets/" + name)) {
      script =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .replaceAll("(?m)^\\s*//.*$", "")
              .replaceAll("\\.at\\(\"/", ".at(\"");
    }
    assertThat(script)
        .as("write escarole.at(\"/…\"), or take the address from an attribute")
        .doesNotContainPattern(Pattern.compile("[\"'`]/[a-z]"));
  }

  @Test
  void times_are_written_in_the_zone_of_the_reader() {
    Instant now = Instant.parse("2026-11-28T23:30:00Z");
    DisplayZone berlin = DisplayZone.of("browser.Europe/Berlin");
    String iso = "<time datetime=\"2026-11-28T22:15:00.123Z\">2026-11-28T22:15:00.123Z</time>";
    assertThat(LocalTimes.apply("a " + iso + " b", berlin, now))
        .isEqualTo("a " + iso.replaceFirst(">[^<]*<", ">2026-11-28 23:15:00<") + " b");
    String clock = "<time datetime=\"2026-11-28T23:29:00Z\" data-clock>x</time>";
    assertThat(LocalTimes.apply(clock, berlin, now)).contains(">00:29:00<");
    assertThat(LocalTimes.apply(clock.replace("23:29", "22:29"), berlin, now))
        .as("the day before, there")
        .contains(">2026-11-28 23:29:00<");
    String ago = "<time datetime=\"2026-11-28T23:29:00Z\" data-ago>1 min ago</time>";
    assertThat(LocalTimes.apply(ago, berlin, now)).isEqualTo(ago);
    for (String odd :
        new String[] {"<time ", "<time datetime=\"x\">x</time>", "<time a>b</time>"}) {
      assertThat(LocalTimes.apply(odd, berlin, now)).isEqualTo(odd);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "server, SERVER",
    "utc, UTC",
    "browser.America/New_York, BROWSER",
    "browser.Atlantis/Deep, BROWSER",
    "'browser.<b>', BROWSER",
    "other, BROWSER",
  })
  void a_cookie_names_the_zone_and_a_wrong_one_is_as_none(
      String cookie, DisplayZone.Choice choice) {
    DisplayZone zone = DisplayZone.of(cookie);
    assertThat(zone.choice()).isEqualTo(choice);
    assertThat(zone.name())
        .isEqualTo(
            switch (cookie) {
              case "server" -> DisplayZone.ofServer();
              case "browser.America/New_York" -> "America/New_York";
              default -> "UTC";
            });
  }
}
