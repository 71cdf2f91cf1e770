package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample {@code samples/dashboard} compiles as it stands, starts, and somebody walks through
 * it.
 */
@Timeout(900)
class SampleDashboardBrowserTest {

  private static final Path SAMPLE = Path.of("../samples/dashboard");

  @TempDir Path classes;

  private Class<?> compiled(ClassLoader loader) throws ClassNotFoundException {
    int failed =
        Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SAMPLE.resolve("src/main/java/com/example/OpsApplication.java").toString());
    assertThat(failed).isZero();
    return loader.loadClass("com.example.OpsApplication");
  }

  @Test
  @SuppressWarnings("try") // The sample's close throws nothing.
  void the_sample_signs_people_in_and_they_work_with_the_dashboard() throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Class<?> type = compiled(loader);
      try (AutoCloseable application =
              (AutoCloseable) type.getConstructor(Path.class, int.class).newInstance(SAMPLE, 0);
          Browser browser = Browser.open()) {
        Object port = type.getMethod("port").invoke(application);
        walk(browser, URI.create("http://127.0.0.1:" + port));
      }
    }
  }

  private static void walk(Browser browser, URI site) {
    browser.go(site.resolve("/ops/escarole/recipes/hello"));
    browser.awaitText("Sign in as Ada");
    browser.click("Sign in as Ada, operator");
    browser.awaitText("Greets somebody");
    assertThat(browser.address().getPath()).isEqualTo("/ops/escarole/recipes/hello");
    browser.type("[name='value.who']", "Ada");
    browser.clickAt("button.primary[value=launch]");
    browser.awaitText("HELLO ADA");
    assertThat(browser.address().getPath()).startsWith("/ops/escarole/runs/");
    browser.go(site).click("Sign in as Vera, viewer");
    browser.find("[data-live=runs]");
    browser.click("Recipes");
    browser.click("hello");
    browser.awaitText("Greets somebody");
    assertThat(browser.evaluate("return document.querySelector('[value=launch]')"))
        .as("viewers see no form")
        .isEqualTo("null");
    assertThat(browser.complaints()).isEmpty();
  }
}
