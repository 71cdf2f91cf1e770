package dev.escarole.web.service;

import dev.escarole.engine.Engine;
import dev.escarole.engine.ProgramFacts;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of commands. What takes a while to find out is kept, for the last thousand that
 * somebody has asked for. Thread-safe.
 */
public final class CommandFacts {

  private static final int MOST_KNOWN = 1_000;
  private static final long HELP_OUTPUT = 64L << 10;
  private static final Duration HELP_TIME = Duration.ofSeconds(5);

  private final Engine engine;
  private final Map<ArtifactId, Optional<ProgramFacts>> programs = lastUsed();
  private final Map<Command, String> helps = lastUsed();

  CommandFacts(Engine engine) {
    this.engine = engine;
  }

  private static <K, V> Map<K, V> lastUsed() {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MOST_KNOWN;
          }
        });
  }

  /** What a command's program is like; empty if it is missing or damaged. */
  public Optional<ProgramFacts> program(Command command) {
    Optional<ProgramFacts> known = programs.get(command.artifact());
    if (known != null && known.isPresent()) {
      return known;
    }
    Optional<ProgramFacts> read = engine.program(command);
    programs.put(command.artifact(), read);
    return read;
  }

  /** Whether the policy lets the principal add and remove commands. */
  public boolean mayChange(Principal principal) {
    return engine.policy(principal).capabilities().commands();
  }

  /** What a command has answered to {@code --help}, if anybody asked; nothing is called. */
  public Optional<String> knownHelp(Command command) {
    return Optional.ofNullable(helps.get(command));
  }

  /**
   * What a command answers to {@code --help}, called on behalf of the actor unless the answer is
   * known. Empty if it does not end by itself or prints nothing, and for a command that takes its
   * arguments as input, which has no options.
   */
  public Optional<String> help(Actor actor, Command command) {
    Optional<String> known = knownHelp(command);
    if (known.isPresent() || command.mode() != ArgumentMode.ARGV) {
      return known;
    }
    Limits limits = helpLimits(actor);
    InvocationResult result =
        engine.execute(
            actor.principal(),
            Invocation.of(command.name()).arguments("--help").limits(limits).build());
    String text = (result.stdout().utf8() + result.stderr().utf8()).strip();
    if (result.outcome().kind() != Outcome.Kind.EXITED || text.isEmpty()) {
      return Optional.empty();
    }
    helps.put(command, text);
    return Optional.of(text);
  }

  private Limits helpLimits(Actor actor) {
    Limits most = engine.policy(actor.principal()).grants().limits().orElse(Limits.defaults());
    return most.within(most.withOutputBytes(HELP_OUTPUT)).narrowedTo(HELP_TIME);
  }
}
