package dev.escarole.web.cli.toolkit;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.cli.command.AddedLines;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.TextFormat;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Builds a command and reports it. */
abstract class BuildingCommand extends ConsoleCommand {

  @Mixin private PrincipalOptions who = new PrincipalOptions();
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private JsonOption json = new JsonOption();

  private boolean told;

  /** Where it builds, if no server is asked. */
  abstract RunsPlace place();

  /** Reads the sources, before anything is opened. */
  abstract void prepare();

  abstract BuiltPicture ask(Escarole escarole);

  @Override
  public final boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public final Integer call() {
    prepare();
    try (Reach reach = Reach.toBuild(console, place(), server, who)) {
      BuiltPicture built = ask(reach.escarole());
      if (!json.print(console, built)) {
        show(built, reach);
      }
    }
    return 0;
  }

  final BuiltPicture build(
      Escarole escarole,
      String name,
      String language,
      Map<String, byte[]> files,
      List<String> options) {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    files.forEach(
        (path, bytes) ->
            content.put(path, Map.of("base64", Base64.getEncoder().encodeToString(bytes))));
    try {
      return escarole.buildCommand(
          new BuildRequest(name, language, content, options, null),
          line -> {
            told = true;
            console.say(TextFormat.plain(line));
          });
    } catch (RefusedException e) {
      throw json.isGiven() ? e : inLines(e);
    }
  }

  /** Prints a compiler's messages line by line; an error has one line. */
  private RefusedException inLines(RefusedException e) {
    List<String> lines = e.refusal().message().lines().toList();
    if (lines.size() < 2) {
      return e;
    }
    lines.subList(1, lines.size()).forEach(line -> console.say(TextFormat.plain(line)));
    return new RefusedException(e.refusal().code(), lines.get(0), e.refusal().hint());
  }

  private void show(BuiltPicture built, Reach reach) {
    if (!told) {
      built.progress().forEach(line -> console.say(TextFormat.plain(line)));
    }
    String did = built.compiled() ? "built" : "built before";
    console.print(
        "%s + registered command %s (%s) → %s\n"
            .formatted(did, built.name(), built.provenance().language(), built.file()));
    console.print("run it: " + reach.command("exec " + built.name()) + "\n");
    if (built.callsCommands()) {
      AddedLines.noteExec(console);
    }
    AddedLines.noteSlow(console, built.name(), built.interpreted());
  }
}
