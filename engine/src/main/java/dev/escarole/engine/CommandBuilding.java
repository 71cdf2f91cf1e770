package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildStore;
import dev.escarole.engine.build.Builder;
import dev.escarole.engine.build.Builder.Built;
import dev.escarole.engine.build.Lane;
import dev.escarole.engine.build.LaneTools;
import dev.escarole.engine.build.Lanes;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.FrozenCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.engine.run.RunLabels;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds commands from source. The compilers are commands, called for the principal that asks, so
 * its policy decides about each of them; what is built is registered like any other program and
 * gets no grants. Thread-safe.
 */
public final class CommandBuilding {

  private final CommandHost commands;
  private final BuildStore store;
  private final RunStarter runs;
  private final Builder builder;

  /** Starts a run whose leaves see directories of the engine besides those of the request. */
  interface RunStarter {
    RunHandle start(RunRequest request, List<DirectoryGrant> own);
  }

  /**
   * A command that was just built.
   *
   * @param compiled false if an earlier build was looked up
   * @param program facts about its program; empty if it has been damaged since
   */
  public record BuiltCommand(Command command, boolean compiled, Optional<ProgramFacts> program) {

    /** Whether it runs other commands, which requires the capability {@code exec}. */
    public boolean callsCommands() {
      return program.map(ProgramFacts::callsCommands).orElse(false);
    }
  }

  CommandBuilding(CommandHost commands, Path data, InstantSource clock, RunStarter runs) {
    this.commands = commands;
    this.store = new BuildStore(data);
    this.runs = runs;
    this.builder =
        new Builder(Lanes.installed(), store, commands.registry(), commands.artifacts(), clock);
  }

  /** What is kept of builds. */
  public BuildStore store() {
    return store;
  }

  /**
   * Builds a command, or looks up a build that was made before, and registers it. The name is
   * checked before anything is compiled.
   *
   * @param pin the hash that the program must have, or it is not registered; null for any
   * @param progress receives one line for each thing that is done
   * @throws CommandRefusedException if the policy does not let the principal add commands, or the
   *     name or the module is refused
   * @throws BuildFailedException if the sources cannot be built, or the program is another one
   * @throws InterruptedException if the thread is interrupted
   */
  public BuiltCommand build(
      Principal principal, Sources sources, @Nullable ArtifactId pin, Consumer<String> progress)
      throws CommandRefusedException, BuildFailedException, InterruptedException {
    commands.requireChanging(principal);
    mustBeFree(sources.name());
    Lane lane = builder.lane(sources);
    try (BuildStore.Scratch scratch = store.scratch()) {
      Path cache = store.cache(lane.languages().get(0));
      Tools tools = new Tools(principal, sources.name(), scratch.directory(), cache, progress);
      return builder.build(
          lane, sources, tools, principal.name(), built -> registered(sources.name(), pin, built));
    } catch (IOException e) {
      throw new UncheckedIOException("the build of " + sources.name() + " has no directory", e);
    }
  }

  /**
   * Freezes a command's program and adds it as another command.
   *
   * @throws CommandRefusedException if the name or the program is refused
   */
  public FrozenCommand freeze(Principal principal, FreezeCommand request)
      throws CommandRefusedException, InterruptedException {
    return commands.freeze(principal, request);
  }

  private BuiltCommand registered(String name, @Nullable ArtifactId pin, Built built)
      throws CommandRefusedException, BuildFailedException {
    ArtifactId made = ArtifactId.of(built.module());
    if (pin != null && !made.equals(pin)) {
      throw new BuildFailedException(
          BuildFailedException.Reason.FAILED,
          "the program that was built has SHA-256 %s, and %s is required; it was not registered"
              .formatted(made, pin),
          "Another compiler, other sources or other options make another program.");
    }
    Command command =
        commands
            .addAll(
                List.of(
                    new Addition(
                        name, built.module(), ArgumentMode.ARGV, null, built.provenance())))
            .get(0);
    if (built.compiled()) {
      store.record(built.provenance(), command.artifact());
    }
    return new BuiltCommand(command, built.compiled(), commands.program(command));
  }

  /**
   * Checks that a command may be built under a name: it must be free, and differ from the names of
   * built-in commands in more than case.
   *
   * @throws CommandRefusedException if it is refused
   */
  public void mustBeFree(String name) throws CommandRefusedException {
    commands.registry().mustBeNew(name);
  }

  /** The tools of one build. */
  private final class Tools implements LaneTools {
    private final Principal principal;
    private final String name;
    private final Path scratch;
    private final Path cache;
    private final Consumer<String> progress;

    Tools(Principal principal, String name, Path scratch, Path cache, Consumer<String> progress) {
      this.principal = principal;
      this.name = name;
      this.scratch = scratch;
      this.cache = cache;
      this.progress = progress;
    }

    @Override
    public Optional<ArtifactId> artifact(String command) {
      return commands.registry().find(command).map(Command::artifact);
    }

    @Override
    public Optional<ArtifactId> resource(String command, String path) {
      return artifact(command)
          .map(each -> commands.catalog().resources(each).get(path))
          .filter(this::isStored);
    }

    private boolean isStored(ArtifactId artifact) {
      try {
        commands.artifacts().check(artifact);
        return true;
      } catch (ArtifactIntegrityException e) {
        return false;
      }
    }

    @Override
    public byte[] read(ArtifactId artifact) throws BuildFailedException {
      try {
        return commands.artifacts().verified(artifact);
      } catch (ArtifactIntegrityException e) {
        throw new BuildFailedException(String.valueOf(e.getMessage()));
      }
    }

    @Override
    public InvocationResult execute(Invocation invocation) throws InterruptedException {
      List<DirectoryGrant> directories =
          invocation.directories().stream().map(each -> own(each).orElse(each)).toList();
      InvocationResult result =
          commands.execute(
              principal,
              invocation.toBuilder()
                  .directories(directories)
                  .limits(commands.needs(invocation.commandName()).raise(invocation.limits()))
                  .build());
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while a command was built");
      }
      return result;
    }

    @Override
    public byte[] freeze(FreezeCommand request) throws BuildFailedException, InterruptedException {
      List<DirectoryGrant> directories =
          request.directories().stream().map(each -> own(each).orElse(each)).toList();
      FreezeCommand granted =
          new FreezeCommand(
              request.name(),
              request.as(),
              request.initializer(),
              request.start(),
              request.arguments(),
              request.environment(),
              directories,
              request.seed());
      try {
        return commands.frozen(principal, granted);
      } catch (CommandRefusedException e) {
        throw new BuildFailedException(String.valueOf(e.getMessage()));
      }
    }

    /** The same grant as one of the engine's own directories; empty for any other. */
    private Optional<DirectoryGrant> own(DirectoryGrant asked) {
      boolean isCache = asked.host().equals(cache);
      if (isCache && asked.mode() == DirectoryGrant.Mode.READ_WRITE) {
        throw new IllegalArgumentException("guests of a build may read its cache, not write to it");
      }
      return isCache || asked.host().equals(scratch)
          ? Optional.of(new DirectoryGrant(asked.host(), asked.guest(), asked.mode(), true))
          : Optional.empty();
    }

    @Override
    public void run(String recipe, List<DirectoryGrant> directories)
        throws BuildFailedException, InterruptedException {
      RunHandle run;
      try {
        Recipe read = new RecipeReader().read(recipe, "build of " + name);
        RunRequest request =
            RunRequest.of(read)
                .principal(principal)
                .label(label())
                .directories(directories.stream().filter(each -> own(each).isEmpty()).toList())
                .build();
        run =
            runs.start(request, directories.stream().flatMap(each -> own(each).stream()).toList());
      } catch (RecipeException | DirectoryRefusedException e) {
        throw new BuildFailedException("the build cannot start: " + e.getMessage());
      }
      progress("run " + run.id());
      try {
        check(run.await());
      } catch (InterruptedException e) {
        run.cancel();
        throw e;
      }
    }

    private String label() {
      String label = "build " + name;
      return label.length() <= RunLabels.LONGEST ? label : label.substring(0, RunLabels.LONGEST);
    }

    private void check(RunResult result) throws BuildFailedException {
      if (result.accepted()) {
        return;
      }
      String what = "the run %s failed: ".formatted(result.run());
      throw result.failures().stream()
          .findFirst()
          .map(each -> new BuildFailedException(what + why(each), each.outcome()))
          .orElseGet(() -> new BuildFailedException(what));
    }

    private static String why(RunResult.Failure failure) {
      return "%s: %s\n%s"
          .formatted(
              String.join(" ", failure.argv()), failure.outcome().word(), failure.stderr().strip());
    }

    @Override
    public Path scratch() {
      return scratch;
    }

    @Override
    public Path cache() {
      return cache;
    }

    @Override
    public void progress(String line) {
      progress.accept(line);
    }
  }
}
