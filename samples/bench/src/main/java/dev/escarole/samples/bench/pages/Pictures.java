package dev.escarole.samples.bench.pages;

import dev.escarole.samples.bench.Left;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.WebDriverException;

/** Makes the pictures of the documentation anew, from runs that it launches. */
public final class Pictures {

  private static final long MOST_BYTES = 150 * 1024;

  private static final String REVIEW_JOIN = "/joins/0.1";

  private static final String CAUSES =
      """
      name: survey
      description: Reads what 48 plots have sent.
      template:
        - {label: sown, parallel: true, repeat: 11, template: {template: ["echo plot {index} sown", "grep -c sown"]}}
        - {label: notes, parallel: true, repeat: 20, template: "cat /in/plot-{index}.csv"}
        - {label: weights, parallel: true, repeat: 10, template: {template: ["echo plot {index}", "grep -c kg"]}}
        - {label: photos, parallel: true, repeat: 7, timeout: 150, template: "sleep 60"}
        - wc -l
      """;

  /** Two of eight files come later. */
  private static final String TOP_UP =
      """
      name: weather
      description: Adds up what eight stations have measured; six are enough.
      dirs: {/stations: what the stations have sent}
      template:
        - label: stations
          parallel: true
          min_successful: 6
          template:
            - {label: Aberdeen, template: cat /stations/aberdeen.csv}
            - {label: Bergen, template: cat /stations/bergen.csv}
            - {label: Cork, template: cat /stations/cork.csv}
            - {label: Dover, template: cat /stations/dover.csv}
            - {label: Esbjerg, template: cat /stations/esbjerg.csv}
            - {label: Faro, template: cat /stations/faro.csv}
            - {label: Galway, delay: 4000, failure: branch, template: cat /stations/galway.csv}
            - {label: Husavik, delay: 4000, failure: branch, template: cat /stations/husavik.csv}
        - wc -l
      """;

  private static final List<String> EARLY =
      List.of("aberdeen", "bergen", "cork", "dover", "esbjerg", "faro");
  private static final List<String> LATE = List.of("galway", "husavik");

  private final Path target;
  private final SeededServer server;
  private final Chromium browser;
  private final Path stations;

  private Pictures(Path target, SeededServer server, Chromium browser, Path stations) {
    this.target = target;
    this.server = server;
    this.browser = browser;
    this.stations = stations;
  }

  /** Takes the directory for the pictures. */
  public static void main(String[] args) throws Exception {
    if (args.length != 1 || args[0].startsWith("-")) {
      System.err.println("usage: pictures DIR");
      System.exit(args.length == 1 && args[0].equals("--help") ? 0 : 2);
    }
    try {
      make(Path.of(args[0]));
    } catch (IOException | WebDriverException e) {
      System.err.println("pictures: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void make(Path target) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("escarole-pictures");
    Path recipes = Files.createDirectory(work.resolve("recipes"));
    Path review =
        Path.of(System.getProperty("escarole.root"), "samples/recipes/review/recipe.yaml");
    Files.copy(review, recipes.resolve("review.yaml"));
    Files.writeString(recipes.resolve("survey.yaml"), CAUSES);
    Files.writeString(recipes.resolve("weather.yaml"), TOP_UP);
    Path stations = Files.createDirectory(work.resolve("stations"));
    String launcher = System.getProperty("escarole.launcher", "escarole");
    try (SeededServer server = SeededServer.start(launcher, recipes);
        Chromium browser = Chromium.open()) {
      Pictures pictures = new Pictures(target, server, browser, stations);
      pictures.runs();
      pictures.topUp();
    } finally {
      Left.remove(work);
    }
  }

  private void runs() throws IOException, InterruptedException {
    String review = server.run("review", List.of());
    String survey = server.run("survey", List.of());
    browser.show(1180, 900, false);
    browser.go(server.at("/runs/" + review + REVIEW_JOIN));
    browser.find("#handed-on pre");
    write("join", browser.picture());
    browser.show(1180, 560, false);
    browser.go(server.at("/runs/" + review + "/lanes"));
    browser.find("#lane-rows");
    write("lanes", browser.picture());
    browser.show(1180, 820, false);
    browser.go(server.at("/runs/" + survey));
    browser.find("#causes");
    write("causes", browser.picture());
  }

  /** A degraded join, its rerun while it goes on, and its end, one below the other. */
  private void topUp() throws IOException, InterruptedException {
    List<String> grant = List.of(stations + "::/stations:ro");
    arrive(EARLY);
    String run = server.run("weather", grant);
    Map<String, byte[]> frames = new LinkedHashMap<>();
    browser.show(820, 1400, false);
    String verdict = "section.verdict";
    browser.go(server.at("/runs/" + run + "/joins/0.0"));
    browser.find(verdict + " #join-rerun-failed");
    frames.put(
        "1 · Two stations have sent nothing. Six of eight are enough, so the run went on, degraded.",
        browser.picture(verdict));
    arrive(LATE);
    String rerun = server.rerunFailed(run, "0.0");
    browser.go(server.at("/runs/" + rerun + "/joins/0.0"));
    browser.find("[data-live-sign][data-state=live]");
    browser.await("return document.querySelectorAll('#branch-rows .state.done').length >= 6");
    frames.put(
        "2 · Their files arrive. The rerun keeps what six stations have delivered, and asks two again.",
        browser.picture(verdict));
    browser.find(".run-head .state.done");
    browser.find(verdict + " .state.big.done");
    frames.put("3 · The join is complete, and so is what follows it.", browser.picture(verdict));
    write("top-up", together(frames));
  }

  private void arrive(List<String> names) throws IOException {
    for (String name : names) {
      Files.writeString(stations.resolve(name + ".csv"), "2026-11-28,7.5\n2026-11-29,8.1\n");
    }
  }

  private byte[] together(Map<String, byte[]> frames) throws IOException {
    StringBuilder page =
        new StringBuilder(
            "<!DOCTYPE html><html lang=en><title>.</title><style>"
                + "body{margin:0;padding:16px;background:#f6f8f5;font:600 15px system-ui,sans-serif;"
                + "color:#1a221b;width:820px}p{margin:0 0 8px}img{display:block;margin:0 0 20px}"
                + "</style><body>");
    frames.forEach(
        (caption, picture) ->
            page.append(
                "<p>%s</p><img alt='' src='data:image/png;base64,%s'>"
                    .formatted(caption, Base64.getEncoder().encodeToString(picture))));
    Path file = stations.resolve("frames.html");
    Files.writeString(file, page, StandardCharsets.UTF_8);
    browser.show(852, 2000, false);
    browser.go(file.toUri());
    browser.await("return [...document.images].every((each) => each.complete)");
    return browser.picture("body");
  }

  private void write(String name, byte[] picture) throws IOException {
    if (picture.length > MOST_BYTES) {
      throw new IOException(
          "%s.png has %,d bytes, and pictures may have %,d"
              .formatted(name, picture.length, MOST_BYTES));
    }
    Files.createDirectories(target);
    Files.write(target.resolve(name + ".png"), picture);
    System.err.printf("%s.png, %,d bytes%n", name, picture.length);
  }
}
