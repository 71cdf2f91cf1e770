package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The commands {@code build} and {@code source} for agents that write commands. */
final class BuildCommandSet {

  private static final int COMPLAINTS = 2_000;
  private static final int SOURCE = 8_000;

  private final AgentContext context;

  BuildCommandSet(AgentContext context) {
    this.context = context;
  }

  List<CommandDefinition> commands() {
    return List.of(build(), source());
  }

  private CommandDefinition build() {
    return CommandDefinition.of(
        "build",
        "Build a command from one source file, for recipes and 'shell'",
        List.of(
            ArgumentDefinition.of("name", ValueType.STRING, "Name of the new command").asRequired(),
            ArgumentDefinition.of("language", ValueType.STRING, "Such as c, js, ts or wat")
                .asRequired(),
            ArgumentDefinition.of("--source", ValueType.STRING, "Text of the source file")
                .asRequired(),
            ArgumentDefinition.of("--option", ValueType.STRING, "An option of the compiler")
                .asRepeated()),
        this::build,
        List.of("build answer js --source 'console.log(6 * 7)'"),
        Schemas.object("name", "artifact", "compiled", "run"));
  }

  private Answer build(Call call) {
    String language = call.arguments().needed("language");
    BuildRequest request =
        new BuildRequest(
            call.arguments().needed("name"),
            language,
            Map.of("main." + language, call.arguments().needed("source")),
            call.arguments().list("option"),
            null);
    try {
      BuiltPicture built = context.escarole(call).buildCommand(request, line -> {});
      return Answer.of(
          Json.object(
              "name", built.name(),
              "artifact", built.artifact(),
              "compiled", built.compiled(),
              "run", "shell '" + built.name() + "'"));
    } catch (RefusedException e) {
      if (e.refusal().code() == RefusalCode.BUILD_FAILED) {
        // The compiler's messages are the point of the answer.
        throw new AcliException(AcliError.failed(Texts.cut(e.refusal().message(), COMPLAINTS)));
      }
      throw e;
    }
  }

  private CommandDefinition source() {
    return CommandDefinition.of(
        "source",
        "Show the sources of a command that was built here",
        List.of(
            ArgumentDefinition.of("name", ValueType.STRING, "Name of the command").asRequired()),
        this::source,
        List.of("source answer"),
        Schemas.object("name", "language", "options", "files"));
  }

  private Answer source(Call call) {
    CommandSource source =
        context.escarole(call).commandSource(new CommandName(call.arguments().needed("name")));
    return Answer.of(
        Json.object(
            "name",
            source.name(),
            "language",
            source.provenance().language(),
            "options",
            source.provenance().options(),
            "files",
            source.files().stream()
                .map(
                    each ->
                        Json.object(
                            "path",
                            each.path(),
                            "text",
                            Texts.cut(new String(each.base64(), StandardCharsets.UTF_8), SOURCE)))
                .toList()));
  }
}
