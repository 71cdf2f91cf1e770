package dev.escarole.engine.build.js;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.Lane;
import dev.escarole.engine.build.LaneTools;
import dev.escarole.engine.build.Sources;
import java.util.List;
import java.util.Optional;

/**
 * Builds JavaScript. Files that import each other by relative paths need no bundler; options and
 * packages below {@code node_modules} go to esbuild. Immutable.
 */
public final class JsLane implements Lane {

  @Override
  public List<String> languages() {
    return List.of("js", "javascript");
  }

  @Override
  public List<String> compilers() {
    return List.of(ScriptBuild.ENGINE, ScriptBuild.BUNDLER);
  }

  @Override
  public Optional<String> missing(LaneTools tools) {
    return ScriptBuild.missing(tools, ScriptBuild.ENGINE);
  }

  @Override
  public byte[] build(Sources sources, LaneTools tools)
      throws BuildFailedException, InterruptedException {
    boolean bundled =
        !sources.options().isEmpty()
            || sources.files().keySet().stream().anyMatch(ScriptBuild::needsBundler);
    return new ScriptBuild(sources, tools).program(bundled);
  }
}
