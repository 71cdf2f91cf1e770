package dev.escarole.engine.build.js;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.Lane;
import dev.escarole.engine.build.LaneTools;
import dev.escarole.engine.build.Sources;
import java.util.List;
import java.util.Optional;

/** Builds TypeScript, whose types esbuild leaves out without checking them. Immutable. */
public final class TsLane implements Lane {

  @Override
  public List<String> languages() {
    return List.of("ts", "typescript");
  }

  @Override
  public List<String> compilers() {
    return List.of(ScriptBuild.ENGINE, ScriptBuild.BUNDLER);
  }

  @Override
  public Optional<String> missing(LaneTools tools) {
    return ScriptBuild.missing(tools, ScriptBuild.ENGINE, ScriptBuild.BUNDLER);
  }

  @Override
  public byte[] build(Sources sources, LaneTools tools)
      throws BuildFailedException, InterruptedException {
    return new ScriptBuild(sources, tools).program(true);
  }
}
