package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What is published has all that Maven Central demands. */
class PublishedTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final XPath PATHS = XPathFactory.newInstance().newXPath();

  private static final List<String> DEMANDED =
      List.of(
          "groupId",
          "artifactId",
          "version",
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "developers/developer/organization",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "engine/bom",
        "recipes",
        "engine",
        "engine/python",
        "engine/junit",
        "engine/s3",
        "web",
        "engine/spring"
      })
  void a_published_pom_says_all_that_is_demanded_and_needs_no_other(String module)
      throws Exception {
    Document pom = published(module);
    for (String each : DEMANDED) {
      assertThat(text(pom, each)).as(module + ": " + each).isNotBlank();
    }
    assertThat(text(pom, "groupId")).isEqualTo("dev.escarole");
    assertThat(nodes(pom, "parent")).isEmpty();
    assertThat(nodes(pom, "repositories")).isEmpty();
    assertThat(nodes(pom, "dependencies/dependency[scope='test']")).isEmpty();
    for (Node version : nodes(pom, "dependencies/dependency/version")) {
      assertThat(version.getTextContent()).matches("\\d[\\w.-]*").doesNotContain("SNAPSHOT");
    }
  }

  @Test
  void the_version_is_set_in_one_place() throws Exception {
    String version = text(parse(ROOT.resolve("pom.xml")), "properties/revision");
    assertThat(version).matches("\\d+\\.\\d+\\.\\d+");
    for (String module :
        List.of(
            "engine/bom",
            "recipes",
            "engine",
            "engine/python",
            "engine/junit",
            "engine/s3",
            "web",
            "engine/spring")) {
      assertThat(text(published(module), "version")).as(module).isEqualTo(version);
    }
    for (Path pom : poms()) {
      assertThat(text(parse(pom), "version")).as("own version of " + pom).isIn("", "${revision}");
      assertThat(text(parse(pom), "parent/version")).as(pom.toString()).isIn("", "${revision}");
    }
    assertThat(version(ROOT.resolve("web/target/classes/dev/escarole/web/app/version.properties")))
        .isEqualTo("version=" + version);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "engine/README.md",
        "engine/spring/README.md",
        "samples/embed/pom.xml",
        "samples/dashboard/pom.xml",
        "samples/spring/pom.xml",
        "samples/spark/pom.xml"
      })
  void coordinates_that_are_written_down_are_those_of_this_version(String file) throws Exception {
    String version = text(parse(ROOT.resolve("pom.xml")), "properties/revision");
    Matcher written =
        Pattern.compile("(?s)<artifactId>escarole-bom</artifactId>\\s*<version>(.*?)</version>")
            .matcher(Files.readString(ROOT.resolve(file)));
    assertThat(written.find()).as(file).isTrue();
    assertThat(written.group(1)).isEqualTo(version);
  }

  @Test
  void the_bom_names_every_library_and_nothing_else() throws Exception {
    Document bom = published("engine/bom");
    assertThat(texts(bom, "dependencyManagement/dependencies/dependency/artifactId"))
        .containsExactly(
            "escarole-recipes",
            "escarole-engine",
            "escarole-python",
            "escarole-junit",
            "escarole-s3",
            "escarole-web",
            "escarole-spring-boot-starter");
    assertThat(texts(bom, "dependencyManagement/dependencies/dependency/version"))
        .containsOnly("${project.version}");
    assertThat(nodes(bom, "dependencies")).isEmpty();
    assertThat(nodes(bom, "properties")).isEmpty();
  }

  @Test
  void who_embeds_the_server_gets_one_log_provider() throws Exception {
    Document web = published("web");
    assertThat(text(web, "dependencies/dependency[artifactId='slf4j-simple']/optional"))
        .isEqualTo("true");
    assertThat(text(web, "dependencies/dependency[artifactId='logback-classic']/optional"))
        .isEmpty();
    for (String library : List.of("recipes", "engine")) {
      assertThat(texts(published(library), "dependencies/dependency/artifactId"))
          .doesNotContain("slf4j-simple", "logback-classic");
    }
  }

  /** A dependency of the tests would else be missing at run time, though a library needs it. */
  @Test
  void no_module_narrows_what_a_library_that_it_uses_needs() throws Exception {
    List<String> needed = new ArrayList<>();
    for (String library : List.of("recipes", "engine", "web")) {
      needed.addAll(
          texts(
              parse(ROOT.resolve(library + "/pom.xml")),
              "dependencies/dependency[not(scope) or scope='runtime']/artifactId"));
    }
    assertThat(needed).contains("jackson-databind", "h2");
    assertThat(texts(parse(ROOT.resolve("samples/pom.xml")), TESTED))
        .doesNotContainAnyElementsOf(needed);
  }

  private static final String TESTED = "dependencies/dependency[scope='test']/artifactId";

  @ParameterizedTest
  @ValueSource(strings = {"samples", "samples/bench"})
  void samples_are_neither_installed_nor_deployed(String module) throws Exception {
    Document pom = parse(ROOT.resolve(module + "/pom.xml"));
    assertThat(text(pom, "properties/maven.install.skip")).isEqualTo("true");
    assertThat(text(pom, "properties/maven.deploy.skip")).isEqualTo("true");
  }

  @ParameterizedTest
  @CsvSource({"recipes,recipe", "engine,engine", "web,web"})
  void a_jar_has_a_module_name_that_stays(String module, String name) throws Exception {
    String declared =
        text(
            parse(ROOT.resolve(module + "/pom.xml")),
            "build/plugins/plugin[artifactId='maven-jar-plugin']"
                + "/configuration/archive/manifestEntries/Automatic-Module-Name");
    assertThat(declared).isEqualTo("dev.escarole." + name);
  }

  /** The profile {@code release} sets the property; other builds make no such jars. */
  @ParameterizedTest
  @CsvSource({"recipes,recipe,recipe", "engine,engine,engine", "web,web,web/app"})
  void a_release_has_sources_and_javadoc(String module, String name, String room) throws Exception {
    String version = text(published(module), "version");
    boolean release = Boolean.getBoolean("escarole.release");
    Path target = ROOT.resolve(module + "/target");
    if (!release) {
      assertThat(nodes(parse(ROOT.resolve("pom.xml")), RELEASE_PLUGINS))
          .extracting(Node::getTextContent)
          .contains("maven-source-plugin", "maven-javadoc-plugin");
      return;
    }
    String stem = "escarole-" + module + (module.equals("web") ? "" : "-" + version);
    Path main = target.resolve(stem + ".jar");
    try (JarFile jar = new JarFile(main.toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
          .isEqualTo("dev.escarole." + name);
    }
    assertThat(entries(target.resolve(stem + "-sources.jar")))
        .contains("dev/escarole/" + room + "/package-info.java")
        .noneMatch(entry -> entry.endsWith(".class"));
    assertThat(entries(target.resolve(stem + "-javadoc.jar")))
        .contains("index.html", "dev/escarole/" + room + "/package-summary.html");
  }

  private static final String RELEASE_PLUGINS =
      "profiles/profile[id='release']/build/plugins/plugin/artifactId";

  private static List<String> entries(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().map(Object::toString).toList();
    }
  }

  private static String version(Path properties) throws IOException {
    return Files.readString(properties).strip();
  }

  /** What the build has made of the module's pom, for others to read. */
  private static Document published(String module) {
    Path pom = ROOT.resolve(module + "/target/flattened-pom.xml");
    assertThat(pom).as("made by Maven: mvn -Dquickly process-resources").exists();
    return parse(pom);
  }

  private static List<Path> poms() {
    return Stream.of(
            "",
            "engine/bom/",
            "recipes/",
            "engine/",
            "engine/python/",
            "engine/junit/",
            "engine/s3/",
            "web/",
            "engine/spring/",
            "samples/",
            "samples/bench/")
        .map(module -> ROOT.resolve(module + "pom.xml"))
        .toList();
  }

  private static Document parse(Path file) {
    try {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(file + " cannot be read", e);
    }
  }

  private static String text(Document pom, String path) throws XPathExpressionException {
    return PATHS.evaluate("/project/" + path, pom).strip();
  }

  private static List<String> texts(Document pom, String path) throws XPathExpressionException {
    return nodes(pom, path).stream().map(node -> node.getTextContent().strip()).toList();
  }

  private static List<Node> nodes(Document pom, String path) throws XPathExpressionException {
    NodeList found = (NodeList) PATHS.evaluate("/project/" + path, pom, XPathConstants.NODESET);
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      nodes.add(found.item(i));
    }
    return nodes;
  }
}
