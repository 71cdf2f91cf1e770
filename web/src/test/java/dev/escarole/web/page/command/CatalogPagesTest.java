package dev.escarole.web.page.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of the catalogue, and verifying on the page of a command. */
@Timeout(120)
class CatalogPagesTest {

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws IOException {
    Path data = Files.createDirectories(directory.resolve("data"));
    try (InputStream in = BuiltInCommands.class.getResourceAsStream("builtin/upper.wasm")) {
      Files.write(data.resolve("loud.wasm"), Objects.requireNonNull(in).readAllBytes());
    }
    String hash = ArtifactId.of(Files.readAllBytes(data.resolve("loud.wasm"))).sha256();
    Files.writeString(
        data.resolve("catalog.yaml"),
        """
        rows:
          loud:
            kind: wasm
            from: file:loud.wasm
            sha256: %s
            about: Capital <b>letters
            aliases: [louder]
            tests: [{stdin: ada, stdout: ADA}, {stdin: ada, stdout: Ada}]
          gone: {kind: wasm, from: 'file:gone.wasm', sha256: %s, about: Not there}
        """
            .formatted(hash, hash));
    web =
        PageHarness.withTokens(
            directory,
            """
            principals:
              otto: {allow: true, commands: ["*"]}
              ada: {allow: true, commands: ["*"], capabilities: [commands]}
            """);
  }

  @AfterEach
  void close() {
    web.close();
  }

  private void added(String row) throws Exception {
    assertThat(web.as("ada").post("/catalog", "row", row).status()).isEqualTo(303);
    assertThat(web.engine().catalog().latest(row).orElseThrow().await().ended()).isNotNull();
  }

  @Test
  void rows_are_found_and_shown_as_they_are_written() {
    String all = web.as("vera").get("/catalog").body();
    assertThat(all)
        .contains("Capital &lt;b&gt;letters", "nextpnr-ice40", "not added", "file:loud.wasm")
        .doesNotContain("name=\"row\"");
    assertThat(web.get("/catalog?q=capital").body())
        .contains("id=\"row-loud\"")
        .doesNotContain("nextpnr");
    assertThat(web.get("/catalog?q=%3Cb%3Exyz").body()).contains("“&lt;b&gt;xyz”");
    assertThat(web.get("/commands").body()).contains("href=\"/catalog\"");
  }

  @Test
  void a_row_is_added_behind_the_page_and_its_command_is_verified() throws Exception {
    assertThat(web.as("ada").get("/catalog?q=loud").body()).contains("aria-label=\"Add loud\"");
    added("loud");
    assertThat(web.get("/catalog?q=loud", "HX-Target", "catalog").body())
        .startsWith("<div id=\"catalog\"")
        .contains("href=\"/commands/louder\"", ">added<")
        .doesNotContain("Add loud");
    String verified = web.as("otto").post("/commands/loud/verify").body();
    assertThat(verified).contains("The program has its hash.", "passed", "instead of 'Ada'");
    assertThat(web.post("/commands/sort/verify").body())
        .contains("verified", "There are no smoke tests.");
    assertThat(web.get("/audit/actions").body()).contains("catalog.add", "command.verify");
  }

  @Test
  void a_row_that_cannot_be_added_says_why_and_what_to_do() throws Exception {
    added("gone");
    assertThat(web.get("/catalog?q=gone").body())
        .contains("gone.wasm cannot be read", "Try again, or correct the row of", "Add gone");
    PageHarness.Answer none = web.post("/catalog", "row", "lowd");
    assertThat(none.status()).isEqualTo(422);
    assertThat(none.body()).contains("The catalogue has no program", "Did you mean loud?");
  }

  @Test
  void only_administrators_with_the_capability_add_rows() throws Exception {
    for (String name : new String[] {"vera", "otto"}) {
      assertThat(web.as(name).post("/catalog", "row", "loud").status()).isEqualTo(403);
    }
    assertThat(web.as("vera").post("/commands/sort/verify").status()).isEqualTo(403);
    assertThat(web.as("otto").get("/catalog").body()).doesNotContain("name=\"row\"");
    assertThat(web.engine().catalog().latest("loud")).isEmpty();
  }
}
