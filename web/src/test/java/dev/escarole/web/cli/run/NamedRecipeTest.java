package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A name alone is a recipe that the server has. */
@Timeout(120)
class NamedRecipeTest {

  private CliHarness cli;
  private Engine engine;
  private RecipeFolder folder;
  private WebServer server;

  @BeforeEach
  void start(@TempDir Path temporary) throws IOException {
    Path recipes = Files.createDirectory(temporary.resolve("recipes"));
    Files.writeString(
        recipes.resolve("census.yaml"),
        "name: census\ndescription: Greets.\nargs: [who, 'times:int=1']\ntemplate: echo hello {who} {times}\n");
    Files.writeString(recipes.resolve("order.yaml"), "template: sort\n");
    engine = Engine.open(EngineOptions.at(temporary.resolve("there")));
    folder = RecipeFolder.open(recipes);
    server =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(engine, folder, InstantSource.system()));
    cli = new CliHarness(Files.createDirectory(temporary.resolve("here")));
    cli.env("ESCAROLE_SERVER", server.address().toString());
  }

  @AfterEach
  void stop() {
    server.close();
    folder.close();
    engine.close();
  }

  @Test
  void a_recipe_of_the_server_runs_there_by_its_name() {
    Call call = cli.call("run", "census", "--set", "who=Ann", "-q");
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.text()).isEqualTo("hello Ann 1\n");
    assertThat(call.err()).isEmpty();
    assertThat(
            cli.call("run", "census", "--set", "who=Ann", "--json").json().path("recipe").asText())
        .isEqualTo("census");
    assertThat(cli.call("inputs", "census").text()).contains("who", "required", "default: 1");
    assertThat(cli.call("inputs", "census", "--json").json().path("description").asText())
        .isEqualTo("Greets.");
  }

  @Test
  void what_to_type_next_asks_the_same_server() {
    cli.env("ESCAROLE_SERVER", "");
    Call inputs = cli.call("inputs", "census", "--server", server.address());
    assertThat(inputs.err())
        .contains("run it: escarole run census --set who=TEXT --server " + server.address() + "\n");
  }

  @Test
  void a_recipe_of_the_server_cannot_be_watched() {
    Call watched = cli.call("run", "census", "--set", "who=Ann", "--watch");
    assertThat(watched.exit()).isEqualTo(2);
    assertThat(watched.err()).contains("'census' is none").contains("leave --watch out");
    assertThat(watched.text()).isEmpty();
  }

  @Test
  void a_server_that_is_not_there_is_told_in_plain_words() {
    String address = server.address().toString();
    server.close();
    Call gone = cli.call("run", "census", "--server", address);
    assertThat(gone.exit()).isEqualTo(2);
    assertThat(gone.err())
        .contains("no server answers at " + address + ": nobody listens there")
        .doesNotContain("Exception");
    assertThat(cli.call("run", "census", "--server", "http://nowhere.invalid:1").err())
        .contains("no such host");
  }

  @Test
  void values_are_checked_before_anything_is_launched() {
    Call missing = cli.call("run", "census");
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).isEqualTo("error: missing: who\n  type: --set who=TEXT\n");
    Call bad = cli.call("run", "census", "--set", "who=a", "--set", "times=b");
    assertThat(bad.exit()).isEqualTo(2);
    assertThat(bad.err()).contains("'times' must be a whole number");
    Call unknown = cli.call("run", "census", "--set", "whom=a");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("Did you mean 'who'?");
    assertThat(cli.call("runs", "list", "--json").json().path("runs")).isEmpty();
  }

  @Test
  void an_unknown_name_gets_suggestions() {
    Call call = cli.call("run", "cenus");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("no recipe named 'cenus'", "Did you mean census?");
    Call local = cli.call("run", "census", "--server", "local");
    assertThat(local.exit()).isEqualTo(2);
    assertThat(local.err()).contains("there is no file 'census'", "--server URL");
  }

  @Test
  void what_is_piped_is_given_to_a_recipe_that_reads() throws IOException {
    assertThat(cli.stdin("b\na\n").call("run", "order", "-q").text()).isEqualTo("a\nb\n");
    InputStream idle = new PipedInputStream(new PipedOutputStream());
    assertThat(cli.stdin(idle).call("run", "census", "--set", "who=Ann", "-q").text())
        .isEqualTo("hello Ann 1\n");
  }

  @Test
  void a_name_is_a_name_only_without_slash_and_suffix() {
    assertThat(cli.call("run", "./census").err()).contains("census: error[unreadable-file]");
    assertThat(cli.call("run", "census.yaml").err()).contains("no recipe named 'census.yaml'");
    assertThat(cli.call("run", "order.yaml", "--stdin", "/dev/null", "-q").exit()).isZero();
    Path file = cli.file("mine.yaml", "template: echo mine\n");
    assertThat(cli.call("run", file, "-q").text()).isEqualTo("mine\n");
  }
}
