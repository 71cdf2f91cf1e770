package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.ProgramFacts;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.FrozenCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.shell.LineResult;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.CommandCallRequest;
import dev.escarole.web.app.command.CommandDetail;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.FreezeRequest;
import dev.escarole.web.app.command.FrozenPicture;
import dev.escarole.web.app.command.ShellReply;
import dev.escarole.web.app.command.ShellRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Actions on commands: list, call, add and remove them. Changes and calls are audited. Thread-safe.
 */
public final class CommandActions {

  private static final int MOST_KNOWN = 1_000;
  private static final int MOST_COUNTED = 2_000;
  private static final long HELP_OUTPUT = 64L << 10;
  private static final Duration HELP_TIME = Duration.ofSeconds(5);

  private final Installation service;
  private final Engine engine;
  private final Map<ArtifactId, Optional<ProgramFacts>> facts = lastUsed();
  private final Map<Command, String> helps = lastUsed();

  CommandActions(Installation service) {
    this.service = service;
    this.engine = service.engine();
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

  /** All commands, sorted by name. */
  public List<Command> list() {
    return engine.commands().commands();
  }

  /**
   * The command of this name.
   *
   * @throws RefusedException if there is none
   */
  public Command find(String name) {
    return find(engine.commands(), name);
  }

  static Command find(CommandRegistry commands, String name) {
    return commands
        .find(name)
        .orElseThrow(
            () -> {
              List<String> nearest = commands.nearest(name);
              return new RefusedException(
                  RefusalCode.NO_SUCH_COMMAND,
                  "no command is named '%s'".formatted(name),
                  nearest.isEmpty()
                      ? "List the commands to see their names."
                      : "Did you mean %s?".formatted(String.join(" or ", nearest)));
            });
  }

  /** All commands with their programs and the number of their latest calls. */
  CommandList detailed(Actor actor) {
    List<StoredAudit> calls = engine.audit().calls(AuditQuery.latest(MOST_COUNTED));
    Map<String, Long> used = new HashMap<>();
    calls.forEach(call -> used.merge(call.entry().command(), 1L, Long::sum));
    return new CommandList(
        list().stream()
            .map(
                each ->
                    CommandReading.picture(each, program(each), used.getOrDefault(each.name(), 0L)))
            .toList(),
        new CommandList.Details(calls.size(), mayChange(actor.principal())));
  }

  /**
   * The command of this name with its program.
   *
   * @throws RefusedException if there is none
   */
  CommandDetail detail(Actor actor, String name) {
    Command command = find(name);
    return new CommandDetail(
        CommandReading.picture(command, program(command), null),
        helps.get(command),
        command.origin() == Command.Origin.REGISTERED && mayChange(actor.principal()));
  }

  /** Facts about the program of a command; empty if it is missing or damaged. */
  public Optional<ProgramFacts> program(Command command) {
    Optional<ProgramFacts> known = facts.get(command.artifact());
    if (known != null && known.isPresent()) {
      return known;
    }
    Optional<ProgramFacts> read = engine.program(command);
    facts.put(command.artifact(), read);
    return read;
  }

  /** Whether the policy lets the principal add and remove commands. */
  public boolean mayChange(Principal principal) {
    return engine.policy(principal).capabilities().commands();
  }

  /**
   * What a command answers to {@code --help}, called on behalf of the actor unless the answer is
   * known. Empty if it does not end by itself or prints nothing, and for a command that takes its
   * arguments as input, which has no options.
   */
  public Optional<String> help(Actor actor, Command command) {
    Optional<String> known = Optional.ofNullable(helps.get(command));
    if (known.isPresent() || command.mode() != ArgumentMode.ARGV) {
      return known;
    }
    Limits limits = limits(actor, command.name(), HELP_OUTPUT).narrowedTo(HELP_TIME);
    InvocationResult result =
        engine.call(
            actor.principal(),
            Invocation.of(command.name()).arguments("--help").limits(limits).build());
    String text = (result.stdout().utf8() + result.stderr().utf8()).strip();
    if (result.outcome().kind() != Outcome.Kind.EXITED || text.isEmpty()) {
      return Optional.empty();
    }
    helps.put(command, text);
    return Optional.of(text);
  }

  /**
   * Calls a command on behalf of the actor, on this thread. Whatever comes of it is an answer, a
   * refusal by the policy too. The call is in the audit of calls, and that it was asked for in that
   * of actions.
   *
   * @throws RefusedException if there is no such command, or no program can be given the arguments
   */
  public InvocationResult call(Actor actor, CommandCallRequest call) {
    try {
      find(call.name());
      InvocationResult result = engine.call(actor.principal(), invocation(actor, call));
      service.acted(actor, "command.call", call.name());
      return result;
    } catch (RefusedException e) {
      service.refused(actor, "command.call", call.name(), e);
      throw e;
    }
  }

  /**
   * Runs a line of the shell on behalf of the actor, on this thread. Each call is in the audit of
   * calls, and that the line was asked for in that of actions.
   *
   * @throws RefusedException if the policy does not let the actor's commands call commands
   */
  ShellReply shell(Actor actor, ShellRequest request, Cancellation cancellation) {
    if (!engine.policy(actor.principal()).exec()) {
      RefusedException refusal =
          new RefusedException(
              RefusalCode.DENIED,
              "'" + actor.principal().name() + "' has not the capability exec",
              "The policy file can grant it: capabilities: [exec].");
      service.refused(actor, "command.shell", "", refusal);
      throw refusal;
    }
    String stdin = request.stdin() == null ? "" : request.stdin();
    LineResult result =
        engine
            .shell(actor.principal(), ShellOptions.defaults())
            .evaluate(request.line(), stdin.getBytes(StandardCharsets.UTF_8), cancellation);
    service.acted(actor, "command.shell", "");
    return CommandReading.shell(result);
  }

  private Invocation invocation(Actor actor, CommandCallRequest call) {
    Content stdin =
        RecipeWishes.stdin(call.stdin(), call.stdinBase64(), "standard input is given twice");
    long output = call.outputBytes() == null ? Long.MAX_VALUE : call.outputBytes();
    try {
      return Invocation.of(call.name())
          .arguments(call.arguments())
          .directories(Directories.parse(call.directories()))
          .stdin(stdin.bytes())
          .limits(limits(actor, call.name(), output))
          .build();
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusalCode.BAD_ARGUMENT,
          String.valueOf(e.getMessage()),
          "No program can be given this; leave it out.");
    }
  }

  private Limits limits(Actor actor, String command, long output) {
    Limits usual = engine.policy(actor.principal()).grants().limits().orElse(Limits.defaults());
    Limits most = engine.needs(command).raise(usual);
    return most.outputBytes() <= output ? most : most.withOutputBytes(output);
  }

  /**
   * Adds a command, or replaces its program.
   *
   * @throws RefusedException if the policy does not let the actor do that, or name or program do
   *     not fit
   */
  public Command add(Actor actor, String name, byte[] program, ArgumentMode mode) {
    return changed(actor, "command.add", name, () -> engine.addCommand(name, program, mode));
  }

  /**
   * Freezes a command's program on behalf of the actor, on this thread.
   *
   * @throws RefusedException if the policy does not let the actor do that, there is no such
   *     command, or its program cannot be frozen
   */
  FrozenPicture freeze(Actor actor, FreezeRequest request) {
    Command command = find(request.name());
    return changed(
        actor,
        "command.freeze",
        command.name(),
        () ->
            CommandReading.frozen(
                frozen(
                    () ->
                        engine
                            .building()
                            .freeze(actor.principal(), CommandReading.asked(request)))));
  }

  /** Something that freezes a command. */
  interface FreezeAction {
    FrozenCommand freeze() throws CommandRefusedException, InterruptedException;
  }

  static FrozenCommand frozen(FreezeAction action) throws CommandRefusedException {
    try {
      return action.freeze();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandRefusedException(
          CommandRefusedException.Reason.NOT_FROZEN, "freezing was interrupted");
    }
  }

  /**
   * Removes an added command.
   *
   * @return the removed command
   * @throws RefusedException if the policy does not let the actor do that, the command is built in,
   *     or there is none
   */
  public Command remove(Actor actor, String name) {
    Command command = find(name);
    boolean removed =
        changed(
            actor, "command.remove", command.name(), () -> engine.removeCommand(command.name()));
    if (!removed) {
      throw alreadyRemoved(name);
    }
    return command;
  }

  static RefusedException alreadyRemoved(String name) {
    return RunActions.conflict(
        RefusalCode.ALREADY_REMOVED, "'%s' has already been removed".formatted(name), "");
  }

  /** Something that changes what names mean. */
  private interface Change<T> {
    T make() throws CommandRefusedException;
  }

  private <T> T changed(Actor actor, String action, String name, Change<T> change) {
    try {
      if (!mayChange(actor.principal())) {
        throw new CommandRefusedException(
            CommandRefusedException.Reason.DENIED,
            "'" + actor.principal().name() + "' does not have the capability commands");
      }
      T done = change.make();
      service.acted(actor, action, name);
      return done;
    } catch (CommandRefusedException e) {
      RefusedException refusal = refusal(e);
      service.refused(actor, action, name, refusal);
      throw refusal;
    }
  }

  static RefusedException refusal(CommandRefusedException e) {
    String hint =
        switch (e.reason()) {
          case INVALID_NAME ->
              "Use letters, digits, '_', '.' and '-', and no '-' at the beginning.";
          case RESERVED_NAME -> "Choose another name; built-in commands cannot be changed.";
          case REGISTRY_FULL -> "Remove a command first.";
          case NOT_A_PROGRAM ->
              "Compile it for WASI preview 1, as a program with a main function of at most %d MiB."
                  .formatted(OwnCommands.MOST_BYTES >> 20);
          case NOT_FROZEN -> "Name another initializer, or change it as the message says.";
          case DENIED -> "The policy file can grant it: capabilities: [commands].";
          case PATH_NOT_CONFINED -> "Move the link away from the server's data directory.";
        };
    String word = e.reason().word();
    String message = String.valueOf(e.getMessage()).substring(word.length() + 2);
    RefusalCode code =
        switch (e.reason()) {
          case DENIED -> RefusalCode.DENIED;
          case REGISTRY_FULL -> RefusalCode.REGISTRY_FULL;
          case RESERVED_NAME -> RefusalCode.RESERVED_NAME;
          case PATH_NOT_CONFINED -> RefusalCode.PATH_NOT_CONFINED;
          case INVALID_NAME -> RefusalCode.INVALID_NAME;
          case NOT_A_PROGRAM, NOT_FROZEN -> RefusalCode.NOT_A_PROGRAM;
        };
    return new RefusedException(code, message, hint);
  }
}
