package dev.escarole.web.app.local;

import dev.escarole.engine.CommandBuilding.BuiltCommand;
import dev.escarole.engine.ProgramFacts;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.Provenance;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.BuildPicture;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CommandSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds commands from source on behalf of actors. Builds are audited. Thread-safe. */
final class CommandBuilds {

  private static final String ACTION = "command.build";

  private final Installation service;

  CommandBuilds(Installation service) {
    this.service = service;
  }

  /**
   * Builds a command, on this thread.
   *
   * @throws RefusedException if the policy does not let the actor do that, or name, sources or
   *     module are refused
   */
  BuiltPicture build(Actor actor, BuildRequest request, Consumer<String> progress) {
    List<String> lines = new ArrayList<>();
    try {
      BuiltCommand built =
          service
              .engine()
              .building()
              .build(
                  actor.principal(),
                  sources(request),
                  pin(request),
                  line -> {
                    lines.add(line);
                    progress.accept(line);
                  });
      service.acted(actor, ACTION, request.name());
      return picture(built, lines);
    } catch (CommandRefusedException e) {
      throw refused(actor, request, CommandActions.refusal(e));
    } catch (BuildFailedException e) {
      throw refused(
          actor,
          request,
          new RefusedException(code(e.reason()), String.valueOf(e.getMessage()), e.hint()));
    } catch (RefusedException e) {
      throw refused(actor, request, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused(
          actor,
          request,
          new RefusedException(
              RefusalCode.INTERRUPTED, "the build was interrupted", "Build it again."));
    }
  }

  private RefusedException refused(Actor actor, BuildRequest request, RefusedException refusal) {
    service.refused(actor, ACTION, request.name(), refusal);
    return refusal;
  }

  private static RefusalCode code(BuildFailedException.Reason reason) {
    return switch (reason) {
      case BAD_SOURCES -> RefusalCode.BAD_SOURCES;
      case UNKNOWN_LANGUAGE -> RefusalCode.UNKNOWN_WORD;
      case LANE_UNAVAILABLE -> RefusalCode.LANE_UNAVAILABLE;
      case FAILED -> RefusalCode.BUILD_FAILED;
    };
  }

  private static @Nullable ArtifactId pin(BuildRequest request) {
    String hash = request.sha256();
    if (hash != null && !ArtifactId.isValid(hash)) {
      throw new RefusedException(
          RefusalCode.BAD_ARGUMENT,
          "'sha256' is no SHA-256",
          "Write 64 hexadecimal digits in lower case.");
    }
    return hash == null ? null : new ArtifactId(hash);
  }

  private static Sources sources(BuildRequest request) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    request
        .files()
        .forEach(
            (path, value) -> {
              if (value != null) {
                files.put(path, RecipeWishes.content(path, value).bytes());
              }
            });
    return new Sources(
        request.name(), request.language().toLowerCase(Locale.ROOT), files, request.options());
  }

  private static BuiltPicture picture(BuiltCommand built, List<String> lines) {
    Command command = built.command();
    return new BuiltPicture(
        command.name(),
        command.artifact().toString(),
        command.mode(),
        "commands/" + command.artifact() + ".wasm",
        built.callsCommands(),
        CommandReading.interpreted(built.program().map(ProgramFacts::slow)),
        built.compiled(),
        picture(Objects.requireNonNull(command.provenance())),
        lines);
  }

  private static BuildPicture picture(Provenance provenance) {
    return new BuildPicture(
        provenance.build(),
        provenance.language(),
        names(provenance.sources()),
        names(provenance.compilers()),
        provenance.options(),
        provenance.builder(),
        provenance.at());
  }

  private static List<BuildPicture.HashedName> names(Map<String, ArtifactId> hashes) {
    return hashes.entrySet().stream()
        .map(each -> new BuildPicture.HashedName(each.getKey(), each.getValue().sha256()))
        .toList();
  }

  /**
   * The sources of a command.
   *
   * @throws RefusedException if there is no such command, it was not built here, or a source is
   *     damaged
   */
  CommandSource source(String name) {
    Command command = service.commands().find(name);
    Provenance provenance = command.provenance();
    if (provenance == null) {
      throw new RefusedException(
          RefusalCode.NOT_BUILT_HERE,
          "'%s' was not built here, so its sources are not known".formatted(name),
          "Build it: escarole commands build NAME LANGUAGE FILE.");
    }
    try {
      List<CommandSource.SourceFile> files =
          service.engine().building().store().sources(provenance).entrySet().stream()
              .map(each -> new CommandSource.SourceFile(each.getKey(), each.getValue()))
              .toList();
      return new CommandSource(
          command.name(), command.artifact().toString(), picture(provenance), files);
    } catch (IOException e) {
      throw RunActions.conflict(
          RefusalCode.NOT_KEPT,
          "the sources of '%s' cannot be read: %s".formatted(name, e.getMessage()),
          "Build it again.");
    }
  }
}
