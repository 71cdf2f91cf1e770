package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Looking around in a graph: its size, moving it, keys, groups that open, and without scripts. */
@Timeout(1_800)
class GraphBrowserTest {

  /** The place in the window, and the size, of a box. */
  private static final String PLACE =
      "const r = document.querySelector('%s').getBoundingClientRect(); return [r.x, r.y,"
          + " r.width].join(' ')";

  private static final String SCALE = "return document.getElementById('graph-scale').textContent";
  private static final String FOCUS = "return document.activeElement.id";
  private static final String LIVE = "[data-live-sign][data-state=live]";

  @TempDir Path directory;
  private Site site;
  private Browser browser;

  @BeforeEach
  void open() throws IOException {
    site = Site.open(directory, Map.of());
    browser = Browser.open().size(1280, 900);
  }

  @AfterEach
  void close() {
    assertThat(browser.complaints()).isEmpty();
    site.engine().running().forEach(RunHandle::cancel);
    browser.close();
    site.close();
  }

  /** Three failed branches, twenty that are done, and much behind them. */
  private static String recipe(String last) {
    List<String> branches = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      branches.add("{label: bed-%d, template: %s}".formatted(i, i < 3 ? "cat /no" : "echo " + i));
    }
    branches.add(last);
    return "{name: beds, template: [{label: beds, parallel: true, concurrency: 99, template: ["
        + String.join(", ", branches)
        + "]}, wc, cat, cat, cat, cat, cat, cat, cat, cat, cat, cat, cat, cat, cat, cat]}";
  }

  private RunHandle start(String last) {
    RunRequest request = RunRequest.of(new RecipeReader().read(recipe(last), "t.yaml")).build();
    return site.engine().start(request);
  }

  private String done() throws InterruptedException {
    RunHandle run = start("echo last");
    run.await();
    String address = "/runs/" + run.id() + "/graph";
    browser.go(site.at(address)).find("#graph-tools:not(.unasked)");
    return address;
  }

  private double[] place(String css) {
    String[] numbers = browser.evaluate(PLACE.formatted(css)).split(" ", -1);
    return new double[] {
      Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2])
    };
  }

  private double scrolled(String side) {
    return Double.parseDouble(
        browser.evaluate("return document.getElementById('graph').scroll" + side));
  }

  private static String box(String key) {
    return "[id=\"box-" + key + "\"]";
  }

  @Test
  void buttons_and_keys_change_the_size_and_the_size_is_kept() throws InterruptedException {
    String address = done();
    double width = place("#graph-drawing")[2];
    browser.clickAt("[data-zoom=in]");
    browser.await(SCALE, "125 %");
    assertThat(place("#graph-drawing")[2]).isCloseTo(width * 1.25, within(2.0));
    browser.press("-").press("-").await(SCALE, "80 %").press("+").await(SCALE, "100 %");
    browser.clickAt("[data-zoom=fit]");
    assertThat(place("#graph-drawing")[2]).isLessThan(1280);
    assertThat(scrolled("Width"))
        .isEqualTo(
            Double.parseDouble(
                browser.evaluate("return document.getElementById('graph').clientWidth")));
    String fit = browser.evaluate(SCALE);
    browser.go(site.at(address.replace("/graph", "/steps"))).find("#steps");
    browser.go(site.at(address)).await(SCALE, fit);
    browser.press("0").await(SCALE, "100 %").press("f").await(SCALE, fit);
    browser.clickAt("[data-zoom=whole]");
    browser.await(SCALE, "100 %");
  }

  @Test
  void the_wheel_with_ctrl_changes_the_size_around_the_pointer() throws InterruptedException {
    done();
    browser.clickAt("a.box-many");
    String box = box("0.0.5");
    browser.find(box);
    double[] before = place(box);
    for (int i = 0; i < 4; i++) {
      browser.protocol(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              "mouseWheel",
              "x",
              before[0] + 1,
              "y",
              before[1] + 1,
              "deltaX",
              0,
              "deltaY",
              -50,
              "modifiers",
              2));
    }
    double[] after = place(box);
    assertThat(after[2]).isGreaterThan(before[2] * 2);
    assertThat(after[0]).isCloseTo(before[0], within(4.0));
    assertThat(after[1]).isCloseTo(before[1], within(4.0));
    assertThat(browser.evaluate("return visualViewport.scale")).isEqualTo("1");
  }

  @Test
  void a_mouse_drags_the_graph_and_does_not_choose_what_it_drags() throws InterruptedException {
    String address = done();
    browser.press("+").press("+").press("+").await(SCALE, "195 %");
    browser.evaluate(
        "document.getElementById('box-0.0.0').scrollIntoView({block: 'center', inline: 'center'})");
    double left = scrolled("Left");
    browser.drag(box("0.0.0"), -150, -40);
    assertThat(scrolled("Left")).isCloseTo(left + 150, within(2.0));
    assertThat(browser.address().getPath()).isEqualTo(address);
    browser.evaluate("document.getElementById('graph').scrollTo(0, 0)");
    browser.clickAt(box("0.0.0"));
    browser.find("#step-actions");
  }

  @Test
  void two_fingers_change_the_size() throws InterruptedException {
    RunHandle run = start("echo last");
    run.await();
    browser
        .size(390, 844)
        .protocol(
            "Emulation.setTouchEmulationEnabled", Map.of("enabled", true, "maxTouchPoints", 2))
        .go(site.at("/runs/" + run.id() + "/graph"))
        .find("#graph-tools:not(.unasked)");
    browser.evaluate("document.getElementById('graph').scrollIntoView()");
    double top = place("#graph")[1] + 150;
    touch("touchStart", fingers(150, 200, top));
    touch("touchMove", fingers(125, 225, top));
    touch("touchMove", fingers(100, 250, top));
    touch("touchEnd", List.of());
    browser.await(SCALE, "300 %");
    assertThat(browser.evaluate("return visualViewport.scale")).isEqualTo("1");
  }

  private void touch(String type, List<Map<String, Object>> points) {
    browser.protocol("Input.dispatchTouchEvent", Map.of("type", type, "touchPoints", points));
  }

  private static List<Map<String, Object>> fingers(double left, double right, double y) {
    return List.of(Map.of("x", left, "y", y, "id", 1), Map.of("x", right, "y", y, "id", 2));
  }

  @Test
  void arrow_keys_lead_from_box_to_box() throws InterruptedException {
    done();
    browser.evaluate("document.querySelector('a.box').focus()");
    browser.evaluate("document.getElementById('box-0.0~fork').focus()");
    browser.press(Keys.ARROW_RIGHT);
    String branch = browser.evaluate(FOCUS);
    assertThat(branch).startsWith("box-0.0");
    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.evaluate(FOCUS)).startsWith("box-0.0").isNotEqualTo(branch);
    browser.press(Keys.ARROW_UP);
    assertThat(browser.evaluate(FOCUS)).isEqualTo(branch);
    for (int i = 0; i < 20 && !browser.evaluate(FOCUS).equals("box-0.15"); i++) {
      browser.press(Keys.ARROW_RIGHT);
    }
    assertThat(browser.evaluate(FOCUS)).isEqualTo("box-0.15");
    double[] last = place(box("0.15"));
    assertThat(last[0] + last[2]).as("scrolled into view").isLessThan(1280);
    assertThat(last[0]).isGreaterThan(0);
    browser.press(Keys.ENTER).find("#step-actions");
  }

  @Test
  void a_group_opens_where_it_is_and_closes_by_going_back() throws InterruptedException {
    done();
    browser.evaluate("window.stays = true");
    browser.press("+").await(SCALE, "125 %");
    String stack = "a.box-many";
    browser.evaluate("document.querySelector('" + stack + "').scrollIntoView({block: 'center'})");
    double[] before = place(stack);
    assertThat(browser.property(stack, "ariaLabel")).startsWith("open 21 branches: bed-3, bed-4, ");
    browser.clickAt(stack);
    browser.find(box("0.0.20")).find(".graph-opened a");
    assertThat(browser.address().getQuery()).contains("at=0.0~");
    assertThat(browser.evaluate("return window.stays")).isEqualTo("true");
    assertThat(browser.evaluate(SCALE)).isEqualTo("125 %");
    assertThat(place(box("0.0.3"))[0]).isCloseTo(before[0], within(3.0));
    browser.evaluate("history.back()");
    browser.find(stack);
    assertThat(browser.evaluate("return String(document.querySelector('.graph-opened'))"))
        .isEqualTo("null");
    browser.evaluate("document.querySelector('a.box-many').focus()");
    browser.press(Keys.ENTER).await(FOCUS, "box-0.0.3");
  }

  @Test
  void states_are_chosen_in_place_and_are_part_of_the_address() throws InterruptedException {
    String address = done();
    browser.evaluate("window.stays = true");
    browser.clickAt("#graph-failed");
    browser.find("a.box-others").find(box("0.0.2"));
    assertThat(browser.address()).isEqualTo(site.at(address + "?state=failed"));
    assertThat(browser.evaluate("return window.stays")).isEqualTo("true");
    browser.go(browser.address()).find("#graph-failed[aria-current]").find("a.box-others");
    browser.clickAt("#graph-all");
    browser.find("a.box-many");
  }

  @Test
  void a_live_graph_keeps_its_size_and_what_is_open() {
    RunHandle run = start("{label: last, delay: 3600000, template: echo}");
    browser.go(site.at("/runs/" + run.id() + "/graph")).find(LIVE);
    browser.find("a.box-many[aria-label^='open 20 branches: '][aria-label$=': done']");
    browser.press("+").await(SCALE, "125 %");
    browser.clickAt("a.box-many");
    browser.find(box("0.0.20"));
    double width = place(box("0.0.0"))[2];
    browser.point("h1");
    run.cancel();
    browser.find("[data-live-sign][data-state=over]").find(box("0.0.23") + ".edge-cancelled");
    assertThat(browser.evaluate(SCALE)).isEqualTo("125 %");
    assertThat(place(box("0.0.0"))[2]).isEqualTo(width);
    browser.find(box("0.0.20"));
  }

  @Test
  void without_scripts_the_graph_scrolls_and_groups_open_as_pages() throws InterruptedException {
    RunHandle run = start("echo last");
    run.await();
    browser
        .protocol("Emulation.setScriptExecutionDisabled", Map.of("value", true))
        .size(390, 844)
        .go(site.at("/runs/" + run.id() + "/graph"));
    browser.find(box("0.0.0"));
    browser.clickAt("a.box-many");
    browser.find(box("0.0.20"));
    assertThat(browser.address().getQuery()).contains("at=0.0~");
    browser.protocol("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    assertThat(scrolled("Width")).as("full size").isGreaterThan(1_000);
    assertThat(browser.overflow()).isEmpty();
    assertThat(
            browser.evaluate("return getComputedStyle(document.getElementById('graph')).overflowX"))
        .isEqualTo("auto");
  }
}
