package dev.escarole.spring.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java in the documents and in Javadoc compiles as it stands, with the imports that it shows.
 * It is here because no other module has all of the libraries on its class path.
 */
@Timeout(120)
class DocumentedJavaTest {

  private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();

  private static final List<String> LIBRARIES =
      List.of("recipes", "engine", "engine/junit", "engine/spring", "web");

  private static final Pattern LEFT_OUT = Pattern.compile("(^|.*/)(target|node_modules|\\..*)/.*");

  @TempDir Path classes;

  private static List<JavaExample> examples() throws IOException {
    List<JavaExample> examples = new ArrayList<>();
    for (String name : files(CHECKOUT, ".md")) {
      examples.addAll(JavaExample.ofDocument(name, Files.readString(CHECKOUT.resolve(name))));
    }
    for (String library : LIBRARIES) {
      for (String name : files(CHECKOUT.resolve(library).resolve("src/main/java"), ".java")) {
        examples.addAll(JavaExample.ofSource(name, Files.readString(CHECKOUT.resolve(name))));
      }
    }
    return examples;
  }

  /** Paths below a directory, as seen from the checkout. */
  private static List<String> files(Path directory, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.map(each -> CHECKOUT.relativize(each).toString().replace('\\', '/'))
          .filter(each -> each.endsWith(ending) && !LEFT_OUT.matcher(each).matches())
          .sorted()
          .toList();
    }
  }

  private static String given() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            DocumentedJavaTest.class.getResourceAsStream("/documents/Given.java.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A source file that is nowhere. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///example/" + name + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private List<String> errors(String text) throws IOException {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    List<Source> sources = List.of(new Source("Given", given()), new Source("Example", text));
    boolean compiled =
        compiler.getTask(new StringWriter(), null, found, options, null, sources).call();
    List<String> errors =
        found.getDiagnostics().stream()
            .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
            .map(each -> each.getMessage(Locale.ROOT))
            .toList();
    assertThat(errors.isEmpty()).isEqualTo(compiled);
    return errors;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_compiles(JavaExample example) throws IOException {
    assertThat(errors(example.source())).as("%s%n%s", example, example.source()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "engine/README.md, 7",
    "engine/junit/README.md, 1",
    "engine/spring/README.md, 6",
    "web/README.md, 1",
    "engine/src/main/java/dev/escarole/engine/Engine.java, 1",
    "engine/src/main/java/dev/escarole/engine/EngineOptions.java, 1",
    "engine/src/main/java/dev/escarole/engine/RunHandle.java, 1",
    "engine/src/main/java/dev/escarole/engine/RunRequest.java, 1",
    "engine/src/main/java/dev/escarole/engine/TransactionalLaunches.java, 1",
    "engine/src/main/java/dev/escarole/engine/run/RunResult.java, 1",
    "recipes/src/main/java/dev/escarole/recipe/RecipeReader.java, 1",
    "engine/junit/src/main/java/dev/escarole/junit/WithRecipes.java, 1",
    "engine/spring/src/main/java/dev/escarole/spring/batch/RecipeItemProcessor.java, 1",
    "engine/spring/src/main/java/dev/escarole/spring/batch/RecipeTasklet.java, 1",
    "engine/spring/src/main/java/dev/escarole/spring/test/EscaroleTest.java, 1"
  })
  void what_people_begin_with_has_examples(String file, int least) throws IOException {
    assertThat(examples())
        .filteredOn(each -> each.place().startsWith(file + ":"))
        .hasSizeGreaterThanOrEqualTo(least);
  }

  @Test
  void no_block_is_overlooked() throws IOException {
    int blocks = 0;
    for (String name : files(CHECKOUT, ".md")) {
      blocks += Files.readString(CHECKOUT.resolve(name)).split("```java\\b", -1).length - 1;
    }
    for (String library : LIBRARIES) {
      for (String name : files(CHECKOUT.resolve(library).resolve("src/main/java"), ".java")) {
        String source = Files.readString(CHECKOUT.resolve(name));
        blocks += source.split("<pre>\\{@code|\\{@snippet", -1).length - 1;
      }
    }
    assertThat(examples()).hasSize(blocks);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Recipe one = recipe;                            | class Recipe
          engine.runs(null);                              | runs
          @Bean String name() { return "a"; }             | class Bean
          import java.util.Lisst; int one = 1;            | Lisst
          """)
  void what_does_not_compile_is_found(String text, String told) throws IOException {
    String lines = text.replace("; int", ";\nint");
    assertThat(errors(new JavaExample("here", lines).source()).toString()).contains(told);
  }
}
