package dev.escarole.engine.build;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Tools none of which a lane may use; a test overrides those that its lane needs. */
public class NoTools implements LaneTools {

  private static AssertionError unexpected(String what) {
    return new AssertionError("a lane used " + what);
  }

  @Override
  public Optional<ArtifactId> artifact(String command) {
    throw unexpected("the program of " + command);
  }

  @Override
  public Optional<ArtifactId> resource(String command, String path) {
    throw unexpected("the resource " + path);
  }

  @Override
  public byte[] read(ArtifactId artifact) {
    throw unexpected("the artifact " + artifact);
  }

  @Override
  public InvocationResult execute(Invocation invocation) {
    throw unexpected("a call of " + invocation.commandName());
  }

  @Override
  public byte[] freeze(FreezeCommand request) throws BuildFailedException {
    throw unexpected("freezing of " + request.name());
  }

  @Override
  public void run(String recipe, List<DirectoryGrant> directories) throws BuildFailedException {
    throw unexpected("a run");
  }

  @Override
  public Path scratch() {
    throw unexpected("the scratch directory");
  }

  @Override
  public Path cache() {
    throw unexpected("the cache");
  }

  @Override
  public void progress(String line) {
    throw unexpected("progress");
  }
}
