package dev.escarole.web.api;

import dev.escarole.engine.ProgramFacts;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.run.Content;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.CommandCall;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.view.CommandJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Operations on commands. */
final class CommandOperations {

  private static final String TAG = "commands";
  private static final Field NAME = Field.text("name", "A command's name.");

  private final Installation service;

  CommandOperations(Installation service) {
    this.service = service;
  }

  List<Operation> all() {
    return List.of(list(), get(), call(), add(), remove());
  }

  private Operation list() {
    return Operation.of("GET", "/commands", Role.VIEWER)
        .named("listCommands", TAG)
        .says("Lists the commands that recipes can name", "")
        .gives(200, "Commands")
        .by(
            request -> {
              List<Command> commands = service.commands().list();
              Answers.json(request, json -> new CommandJson(json).commands(commands));
            });
  }

  private Operation get() {
    return Operation.of("GET", "/commands/{name}", Role.VIEWER)
        .named("getCommand", TAG)
        .says("Shows a command", "")
        .at(NAME)
        .gives(200, "Command")
        .refuses(404)
        .by(request -> answer(request, service.commands().find(request.required("name"))));
  }

  private static void answer(Request request, Command command) throws IOException {
    Answers.json(request, json -> new CommandJson(json).command(command));
  }

  private Operation call() {
    return Operation.of("POST", "/commands/{name}/exec", Role.OPERATOR)
        .named("execCommand", TAG)
        .says(
            "Calls a command and waits for its end",
            "Through the broker, under the policy and the limits of the caller. That a command"
                + " fails or is denied is the outcome of a call that was carried out: status 200.")
        .at(NAME)
        .takes(
            List.of(
                Field.of(Field.Kind.TEXTS, "arguments", "Its arguments, without the name."),
                Field.text("stdin", "What it receives, as text."),
                Field.of(Field.Kind.BASE64, "stdinBase64", "The same for bytes, in Base64."),
                Field.of(
                    Field.Kind.TEXTS,
                    "directories",
                    "Directories that it may use, each as HOST::GUEST or HOST::GUEST:ro.")))
        .gives(200, "Called")
        .refuses(404)
        .by(this::call);
  }

  private void call(Request request) throws IOException {
    String text = request.text("stdin");
    byte[] bytes = request.bytes("stdinBase64");
    if (text != null && bytes != null) {
      throw InputValue.invalid(
          RefusalCode.TWO_INPUTS, "the body gives two inputs", "Give stdin or stdinBase64.");
    }
    byte[] stdin =
        bytes != null ? bytes : (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
    String name = request.required("name");
    InvocationResult result =
        service
            .commands()
            .call(
                request.actor(),
                new CommandCall(
                    name,
                    request.texts("arguments"),
                    Content.of(stdin),
                    request.texts("directories"),
                    Long.MAX_VALUE));
    Answers.json(request, json -> new CommandJson(json).called(name, result));
  }

  private Operation add() {
    return Operation.of("PUT", "/commands/{name}", Role.ADMIN)
        .named("putCommand", TAG)
        .says(
            "Adds a command of one's own, or makes its name mean another program",
            "The policy has to give the caller the capability 'commands', too.")
        .at(NAME)
        .asks(
            List.of(
                Field.text("mode", "How the program takes its arguments. Without it, argv.")
                    .among(Arrays.stream(ArgumentMode.values()).map(ArgumentMode::word).toList())))
        .takesBytes(MediaTypes.WASM)
        .gives(200, "AddedCommand")
        .refuses(409)
        .by(
            request -> {
              String wanted = request.text("mode");
              ArgumentMode mode =
                  Arrays.stream(ArgumentMode.values())
                      .filter(each -> each.word().equals(wanted))
                      .findFirst()
                      .orElse(ArgumentMode.ARGV);
              byte[] program = request.ctx().bodyAsBytes();
              Command added =
                  service.commands().add(request.actor(), request.required("name"), program, mode);
              boolean calls =
                  service.commands().program(added).map(ProgramFacts::callsCommands).orElse(false);
              Answers.json(request, json -> new CommandJson(json).added(added, calls));
            });
  }

  private Operation remove() {
    return Operation.of("DELETE", "/commands/{name}", Role.ADMIN)
        .named("deleteCommand", TAG)
        .says("Makes a name that was added mean nothing any more", "Answers with what it meant.")
        .at(NAME)
        .gives(200, "Command")
        .refuses(404, 409)
        .by(
            request ->
                answer(
                    request, service.commands().remove(request.actor(), request.required("name"))));
  }
}
