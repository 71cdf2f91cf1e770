package dev.escarole.engine.build.js;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.LaneTools;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** One build of a program from scripts. Confined to one thread. */
final class ScriptBuild {

  /** The command of QuickJS. */
  static final String ENGINE = "js";

  /** The command of the bundler. */
  static final String BUNDLER = "esbuild";

  /** The initializer of the engine that compiles the script of its arguments. */
  private static final String LOAD = "escarole.load";

  /** Where the engine sees the sources. */
  private static final String PLACE = "/build";

  /** No source has such a name. */
  private static final String BUNDLE = "/.bundle.mjs";

  private static final Pattern NEEDS_BUNDLER =
      Pattern.compile("(?s)(.*/)?node_modules/.*|.*\\.([cm]?tsx?|jsx)");

  private final Sources sources;
  private final LaneTools tools;

  ScriptBuild(Sources sources, LaneTools tools) {
    this.sources = sources;
    this.tools = tools;
  }

  /** Whether a file cannot be read by the engine itself, or is found only by a bundler. */
  static boolean needsBundler(String file) {
    return NEEDS_BUNDLER.matcher(file.toLowerCase(Locale.ROOT)).matches();
  }

  /** Says which of some commands are missing, and what adds them. */
  static Optional<String> missing(LaneTools tools, String... commands) {
    List<String> missing = List.of(commands).stream().filter(each -> !tools.has(each)).toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "The command%s %s %s missing. Add %s: escarole commands add %s"
            .formatted(
                missing.size() == 1 ? "" : "s",
                String.join(" and ", missing),
                missing.size() == 1 ? "is" : "are",
                missing.size() == 1 ? "it" : "them",
                String.join(" && escarole commands add ", missing)));
  }

  byte[] program(boolean bundled) throws BuildFailedException, InterruptedException {
    write();
    String main = "/" + sources.main();
    if (bundled) {
      bundle(main);
    }
    tools.progress(ENGINE + " compiles " + sources.main());
    return tools.freeze(
        new FreezeCommand(
            ENGINE,
            sources.name(),
            LOAD,
            null,
            List.of(PLACE + (bundled ? BUNDLE : main)),
            Map.of(),
            List.of(new DirectoryGrant(tools.scratch(), PLACE, Mode.READ_ONLY)),
            0));
  }

  private void write() {
    try {
      sources.write(tools.scratch());
    } catch (IOException e) {
      throw new UncheckedIOException("the sources of " + sources.name() + " cannot be written", e);
    }
  }

  /**
   * Makes one module of all files, with what Node has built in left out. The bundler looks at every
   * directory above a file, so it sees the sources as its root.
   */
  private void bundle(String main) throws BuildFailedException, InterruptedException {
    Optional<String> missing = missing(tools, BUNDLER);
    if (missing.isPresent()) {
      throw new BuildFailedException(
          Reason.LANE_UNAVAILABLE,
          "'%s' cannot be built without a bundler".formatted(sources.main()),
          missing.get());
    }
    List<String> arguments = new ArrayList<>(List.of("--log-level=warning"));
    arguments.addAll(sources.options());
    arguments.addAll(
        List.of("--bundle", "--platform=node", "--format=esm", "--outfile=" + BUNDLE, main));
    tools.progress(BUNDLER + " " + sources.main());
    InvocationResult result =
        tools.execute(
            Invocation.of(BUNDLER)
                .arguments(arguments)
                .directories(List.of(new DirectoryGrant(tools.scratch(), "/", Mode.READ_WRITE)))
                .build());
    if (!result.outcome().equals(Outcome.exited(0))) {
      throw BuildFailedException.of(BUNDLER, result);
    }
  }
}
