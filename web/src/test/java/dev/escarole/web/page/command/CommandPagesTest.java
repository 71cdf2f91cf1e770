package dev.escarole.web.page.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.web.page.PageHarness;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandPagesTest {

  private static final String BORDER = "border";

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws IOException {
    web =
        PageHarness.withTokens(
            directory,
            """
            principals:
              otto: {allow: true, commands: [sort, printf, sleep]}
              ada: {allow: true, capabilities: [commands, exec]}
            """);
  }

  @AfterEach
  void close() {
    web.close();
  }

  private static byte[] program(String name) throws IOException {
    try (InputStream in = BuiltInCommands.class.getResourceAsStream("builtin/" + name + ".wasm")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private PageHarness.Answer add(String name, byte[] program) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    part(body, "name=\"name\"", name.getBytes(StandardCharsets.UTF_8));
    part(body, "name=\"mode\"", "argv".getBytes(StandardCharsets.UTF_8));
    part(body, "name=\"program\"; filename=\"../../x.wasm\"", program);
    body.writeBytes(("--" + BORDER + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return web.post("/commands", "multipart/form-data; boundary=" + BORDER, body.toByteArray());
  }

  private static void part(ByteArrayOutputStream body, String about, byte[] bytes) {
    String head = "--%s\r\nContent-Disposition: form-data; %s\r\n\r\n".formatted(BORDER, about);
    body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    body.writeBytes(bytes);
    body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void all_commands_are_listed_with_their_programs() {
    String body = web.as("vera").get("/commands").body();

    assertThat(body).contains("/commands/sort", "built-in", "<code>argv</code>", "KiB");
    assertThat(web.get("/commands?q=sor").body())
        .contains("/commands/sort")
        .doesNotContain("/commands/cat");
    assertThat(web.get("/commands?q=%3Cb%3E").body()).contains("“&lt;b&gt;”");
  }

  @Test
  void a_command_is_tried_on_behalf_of_the_caller_with_its_arguments_as_they_are() {
    String body =
        web.as("otto")
            .post(
                "/commands/printf",
                "do",
                "call",
                "argument",
                "%s|",
                "argument",
                "<b> $x; {y}",
                "argument",
                "")
            .body();

    assertThat(body)
        .contains("<li>printf</li>", "<li>&lt;b&gt; $x; {y}</li>", "&lt;b&gt; $x; {y}|</pre>")
        .contains("exit code <strong>0</strong>", "fuel")
        .doesNotContain("<b>");
    assertThat(web.get("/audit?principal=otto").body()).contains("printf", "exited(0)");
    assertThat(web.get("/audit/actions?principal=otto").body()).contains("command.call", "printf");
  }

  @Test
  void what_is_typed_as_input_is_read() {
    assertThat(
            web.as("otto")
                .post("/commands/sort", "do", "call", "argument", "", "stdin", "b\r\na\r\n")
                .body())
        .contains(">a\nb\n</pre>");
  }

  @Test
  void rows_for_arguments_are_added_and_removed_without_calling_anything() {
    web.as("otto");

    assertThat(web.post("/commands/sort", "do", "add", "argument", "-r").body())
        .contains("value=\"-r\" aria-label=\"Argument 1\"", "Argument 2");
    assertThat(web.post("/commands/sort", "do", "drop:0", "argument", "-r").body())
        .doesNotContain("value=\"-r\"");
    assertThat(web.get("/audit/actions").body()).doesNotContain("command.call");
  }

  @Test
  void a_command_that_the_policy_does_not_grant_is_denied_and_on_record() {
    assertThat(web.as("otto").post("/commands/cat", "do", "call").body())
        .contains("state denied", "command_not_granted", "exit code <strong>126</strong>");
    assertThat(web.get("/audit?denied=on").body()).contains("command_not_granted", "otto");
  }

  @Test
  void an_argument_that_no_program_can_be_given_comes_back() {
    PageHarness.Answer answer =
        web.as("otto").post("/commands/sort", "do", "call", "argument", "a\0b");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body()).contains("NUL", "role=\"alert\"");
  }

  @Test
  void a_viewer_sees_a_command_but_cannot_try_it() {
    web.as("vera");

    assertThat(web.get("/commands/sort").body())
        .contains("Program", "Not known until someone who may call it opens this page.")
        .doesNotContain("Try it");
    assertThat(web.post("/commands/sort", "do", "call").status()).isEqualTo(403);
    assertThat(web.get("/audit").body()).contains("No command has been called yet.");
  }

  @Test
  void help_is_asked_for_once_and_then_shown_to_everybody() {
    assertThat(web.as("otto").get("/commands/sort").body()).contains("Usage: sort");
    assertThat(web.get("/commands/sort").body()).contains("Usage: sort");
    assertThat(web.as("vera").get("/commands/sort").body()).contains("Usage: sort");

    assertThat(web.get("/audit?name=sort").body().split("exited\\(0\\)", -1)).hasSize(2);
  }

  @Test
  void a_command_that_is_not_there_is_not_found() {
    PageHarness.Answer answer = web.as("vera").get("/commands/srot");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).contains("Did you mean sort?");
  }

  @Test
  void an_administrator_adds_and_removes_commands_if_the_policy_says_so() throws IOException {
    web.as("ada");
    assertThat(add("mine", program("wbox")).status()).isEqualTo(303);
    assertThat(web.get("/commands").body()).contains("/commands/mine", "registered");
    assertThat(web.post("/commands/mine", "do", "call", "stdin", "a b\n").body()).contains("2");

    assertThat(web.post("/commands/mine/remove").status()).isEqualTo(303);
    assertThat(web.get("/commands/mine").status()).isEqualTo(404);
    assertThat(web.get("/audit/actions").body()).contains("command.add", "command.remove");
  }

  @Test
  void what_cannot_be_added_comes_back_with_the_reason() throws IOException {
    web.as("ada");

    byte[] noProgram = "no program".getBytes(StandardCharsets.UTF_8);
    PageHarness.Answer misnamed = add("mine<b>", noProgram);
    assertThat(misnamed.status()).isEqualTo(422);
    assertThat(misnamed.body())
        .contains("cannot name a command", "mine&lt;b")
        .doesNotContain("mine<b>");
    PageHarness.Answer nonsense = add("mine", noProgram);
    assertThat(nonsense.status()).isEqualTo(422);
    assertThat(nonsense.body()).contains("cannot run");
    assertThat(add("sort", program("wbox")).body()).contains("is the name of a built-in command");
    assertThat(add("empty", new byte[0]).body()).contains("No program was sent.");
    assertThat(web.get("/audit/actions").body()).contains("not-a-program", "reserved-name");
    assertThat(web.get("/commands?q=mine").body()).doesNotContain("/commands/mine");
  }

  @Test
  void nobody_else_adds_or_removes_commands() throws IOException {
    web.as("otto");
    assertThat(web.get("/commands").body()).doesNotContain("Add a command");
    assertThat(add("mine", program("wbox")).status()).isEqualTo(403);
    assertThat(web.post("/commands/sort/remove").status()).isEqualTo(403);
  }
}
