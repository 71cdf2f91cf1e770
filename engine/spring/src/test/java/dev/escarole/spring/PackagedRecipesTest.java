package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.folder.RecipeFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Recipes that are packaged with an application. */
class PackagedRecipesTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EscaroleAutoConfiguration.class))
          .withPropertyValues("escarole.recipes=classpath:ours/recipes");

  @TempDir Path directory;

  private Path jar() throws IOException {
    Path jar = directory.resolve("application.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      entry(zip, "ours/", "");
      entry(zip, "ours/recipes/", "");
      entry(zip, "ours/recipes/hello.yaml", "template: echo hello");
      entry(zip, "ours/recipes/night ly/a b.yaml", "template: echo deeper");
      entry(zip, "ours/other.yaml", "template: echo other");
    }
    return jar;
  }

  private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  @Test
  void those_in_a_jar_are_copied_and_removed_with_the_context() throws Exception {
    Path[] copy = new Path[1];
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar().toUri().toURL()})) {
      runner
          .withClassLoader(loader)
          .run(
              context -> {
                RecipeFolder folder = context.getBean(RecipeFolder.class);
                copy[0] = folder.path();
                assertThat(folder.entry("hello.yaml")).isPresent();
                assertThat(folder.state().entries())
                    .extracting(each -> each.file().path())
                    .containsExactlyInAnyOrder("hello.yaml", "night ly/a b.yaml");
              });
    }
    assertThat(copy[0]).doesNotExist();
  }

  @Test
  void those_in_a_directory_are_watched_where_they_are() throws Exception {
    Path recipes = Files.createDirectories(directory.resolve("ours/recipes"));
    Files.writeString(recipes.resolve("hello.yaml"), "template: echo hello");
    URL[] path = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path)) {
      runner
          .withClassLoader(loader)
          .run(
              context ->
                  assertThat(context.getBean(RecipeFolder.class).path())
                      .isEqualTo(recipes.toAbsolutePath()));
    }
    assertThat(recipes).exists();
  }
}
