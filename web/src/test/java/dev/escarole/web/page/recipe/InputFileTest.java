package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.page.FormParts;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file as the standard input of a run that is launched by the form of its recipe. */
@Timeout(300)
class InputFileTest {

  private static final String PAGE = "/recipes/copy";

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws IOException {
    web =
        PageHarness.withTokens(
            directory,
            """
            principals:
              otto: {allow: true, commands: [cat], limits: {stdin: 1000}}
              ada: {allow: true, commands: [cat]}
              vera: {allow: true}
            """);
    web.as("ada").drop("copy.yaml", "name: copy\nargs: [\"words:array\"]\ntemplate: [cat]\n");
  }

  @AfterEach
  void close() {
    web.close();
  }

  private PageHarness.Answer send(FormParts form) {
    return web.post(PAGE, FormParts.TYPE, form.bytes());
  }

  private byte[] output(RunId run) throws InterruptedException {
    String sha256 = Objects.requireNonNull(web.ended(run).stdoutSha256());
    return web.engine().records().content(sha256).orElseThrow();
  }

  private List<StoredRun> runs() {
    return web.engine().records().runs(RunQuery.latest(10));
  }

  /**
   * Bytes of all kinds: no text, with ends of lines, and with what looks like the end of a part.
   */
  private static byte[] odd(int size) {
    byte[] bytes = new byte[size];
    new Random(7).nextBytes(bytes);
    byte[] trap = "\r\n--\r\n------border-7f3\r\n\0\r\n".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(trap, 0, bytes, size / 2, trap.length);
    return bytes;
  }

  private static List<String> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(n -> n.contains("Part"))
          .toList();
    }
  }

  @Test
  void a_file_reaches_the_first_step_byte_for_byte_and_stays_nowhere_else() throws Exception {
    List<String> before = temporaryFiles();
    byte[] bytes = odd(3_000_000);
    RunId run =
        send(new FormParts()
                .with("do", "launch")
                .with("stdin", "")
                .withFile("stdin-file", "../x", bytes))
            .run();
    assertThat(output(run)).hasSize(bytes.length).isEqualTo(bytes);
    assertThat(temporaryFiles()).isEqualTo(before);
  }

  @Test
  void a_form_without_a_chosen_file_takes_the_text() throws Exception {
    FormParts form = new FormParts().with("do", "launch").with("stdin", "t\u00e9xt\r\nline");
    RunId run = send(form.withFile("stdin-file", "", new byte[0])).run();
    assertThat(new String(output(run), StandardCharsets.UTF_8)).isEqualTo("t\u00e9xt\nline");
  }

  @Test
  void a_file_for_an_input_is_given_to_the_run_and_its_path_is_the_value() throws Exception {
    web.as("ada").drop("read.yaml", "name: read\nargs: [\"table:path\"]\ntemplate: cat {table}\n");
    String page = "/recipes/read";
    assertThat(web.get(page).body()).contains("name=\"file.table\" type=\"file\"");
    byte[] bytes = odd(100_000);
    FormParts preview =
        new FormParts()
            .with("do", "preview")
            .with("value.table", "")
            .withFile("file.table", "t", bytes);
    assertThat(web.post(page, FormParts.TYPE, preview.bytes()).body())
        .contains("/inputs/table", "Choose the files again");
    FormParts form =
        new FormParts()
            .with("do", "launch")
            .with("value.table", "")
            .withFile("file.table", "../x", bytes);
    RunId run = web.post(page, FormParts.TYPE, form.bytes()).run();
    assertThat(output(run)).isEqualTo(bytes);
    assertThat(web.engine().files().of(run))
        .singleElement()
        .satisfies(file -> assertThat(file.path()).isEqualTo("table"));
    FormParts both =
        new FormParts()
            .with("do", "launch")
            .with("value.table", "/workspace/a")
            .withFile("file.table", "t", bytes);
    assertThat(web.post(page, FormParts.TYPE, both.bytes()).body()).contains("was given twice");
  }

  @Test
  void an_empty_file_is_an_empty_input() throws Exception {
    FormParts form = new FormParts().with("do", "launch");
    assertThat(output(send(form.withFile("stdin-file", "empty", new byte[0])).run())).isEmpty();
  }

  @Test
  void a_text_and_a_file_are_refused_in_words() {
    PageHarness.Answer answer =
        send(
            new FormParts()
                .with("do", "launch")
                .with("stdin", "some text")
                .withFile("stdin-file", "f", odd(100)));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body())
        .contains("Standard input was given twice, as a text and as a file", "some text")
        .contains("Choose the file again");
    assertThat(runs()).isEmpty();
  }

  @Test
  void what_is_more_than_the_limit_for_input_is_refused_before_anything_runs() {
    FormParts form = new FormParts().with("do", "launch").withFile("stdin-file", "f", odd(1_001));
    PageHarness.Answer answer = web.as("otto").post(PAGE, FormParts.TYPE, form.bytes());
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body())
        .contains("The standard input has 1,001 bytes, and a command may have 1,000 bytes");
    assertThat(runs()).isEmpty();
  }

  @Test
  void the_body_has_its_bound_and_a_form_its_number_of_fields() {
    FormParts large = new FormParts().with("do", "launch");
    assertThat(send(large.withFile("stdin-file", "f", new byte[64 << 20])).status()).isEqualTo(413);
    FormParts many = new FormParts().with("do", "launch");
    for (int i = 0; i < 10_001; i++) {
      many.with("value.words", "w");
    }
    assertThat(send(many).status()).isEqualTo(400);
    assertThat(runs()).isEmpty();
  }

  @Test
  void a_form_that_breaks_off_is_refused() {
    byte[] whole = new FormParts().with("do", "launch").bytes();
    String broken = new String(whole, StandardCharsets.US_ASCII).replace("7f3a--", "7f3a");
    for (String type :
        List.of(FormParts.TYPE, "multipart/form-data", "multipart/form-data; boundary=\"")) {
      PageHarness.Answer answer = web.post(PAGE, type, broken.getBytes(StandardCharsets.US_ASCII));
      assertThat(answer.status()).as(type).isEqualTo(400);
      assertThat(answer.body()).contains("The form cannot be read");
    }
    assertThat(runs()).isEmpty();
  }

  @Test
  void a_preview_starts_nothing_and_asks_for_the_file_again_where_no_script_keeps_it() {
    FormParts form = new FormParts().with("do", "preview").withFile("stdin-file", "f", odd(100));
    PageHarness.Answer answer = send(form);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("Choose the file again", "<li>cat</li>");
    assertThat(runs()).isEmpty();
  }

  @Test
  void only_who_may_launch_can_send_a_file_and_only_from_a_page_of_this_server() {
    FormParts form = new FormParts().with("do", "launch").withFile("stdin-file", "f", odd(100));
    assertThat(web.as("vera").post(PAGE, FormParts.TYPE, form.bytes()).status()).isEqualTo(403);
    PageHarness.Answer foreign =
        web.as("ada").postFrom("http://evil.example", PAGE, FormParts.TYPE, form.bytes());
    assertThat(foreign.status()).isEqualTo(403);
    assertThat(runs()).isEmpty();
  }
}
