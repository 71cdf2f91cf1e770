package dev.escarole.web.service;

import dev.escarole.engine.Engine;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import java.util.List;

/** What can be done with commands through a server. Thread-safe. */
public final class CommandActions {

  private final Service service;
  private final Engine engine;

  CommandActions(Service service) {
    this.service = service;
    this.engine = service.engine();
  }

  /** All commands, in the order of their names. */
  public List<Command> all() {
    return engine.commands().commands();
  }

  /**
   * The command of this name.
   *
   * @throws RefusedException if there is none
   */
  public Command find(String name) {
    return engine.commands().find(name).orElseThrow(() -> noSuchCommand(name));
  }

  private RefusedException noSuchCommand(String name) {
    List<String> nearest = engine.commands().nearest(name);
    return new RefusedException(
        RefusedException.Kind.NOT_FOUND,
        "no-such-command",
        "no command is named '%s'".formatted(name),
        nearest.isEmpty()
            ? "List the commands to see their names."
            : "Did you mean %s?".formatted(String.join(" or ", nearest)));
  }

  /**
   * What somebody wants to call.
   *
   * @param arguments without the name
   * @param directories as in {@link LaunchOrder}
   */
  public record Call(String name, List<String> arguments, byte[] stdin, List<String> directories) {
    public Call {
      arguments = List.copyOf(arguments);
      directories = List.copyOf(directories);
    }
  }

  /**
   * Calls a command on behalf of the actor, through the broker, on this thread. The call is in the
   * audit of calls, and that it was asked for in that of actions.
   *
   * @throws RefusedException if there is no such command, or no guest can receive the arguments
   */
  public InvocationResult call(Actor actor, Call call) {
    try {
      find(call.name());
      Limits limits = engine.policy(actor.principal()).grants().limits().orElse(Limits.defaults());
      Invocation invocation =
          Invocation.of(call.name())
              .arguments(call.arguments())
              .directories(Directories.parse(call.directories()))
              .limits(limits)
              .stdin(call.stdin())
              .build();
      InvocationResult result = engine.execute(actor.principal(), invocation);
      service.acted(actor, "command.call", call.name());
      return result;
    } catch (IllegalArgumentException e) {
      throw refused(
          actor,
          "command.call",
          call.name(),
          new RefusedException(
              RefusedException.Kind.INVALID,
              "bad-argument",
              String.valueOf(e.getMessage()),
              "No guest can receive this."));
    } catch (RefusedException e) {
      throw refused(actor, "command.call", call.name(), e);
    }
  }

  /**
   * Adds a command of one's own, or makes its name mean another program from the next call on.
   *
   * @throws RefusedException if the policy does not let the actor, or the name or program will not
   *     do
   */
  public Command add(Actor actor, String name, byte[] program, ArgumentMode mode) {
    try {
      engine.requireChangingCommands(actor.principal());
      Command added = engine.addCommand(name, program, mode);
      service.acted(actor, "command.add", name);
      return added;
    } catch (CommandRefusedException e) {
      throw refused(actor, "command.add", name, asRefusal(e));
    }
  }

  /**
   * Makes a name that was added mean nothing any more.
   *
   * @throws RefusedException if there is no such command, or it may not be removed
   */
  public Command remove(Actor actor, String name) {
    try {
      engine.requireChangingCommands(actor.principal());
      Command command = find(name);
      if (!engine.removeCommand(name)) {
        throw noSuchCommand(name);
      }
      service.acted(actor, "command.remove", name);
      return command;
    } catch (CommandRefusedException e) {
      throw refused(actor, "command.remove", name, asRefusal(e));
    } catch (RefusedException e) {
      throw refused(actor, "command.remove", name, e);
    }
  }

  private RefusedException refused(Actor actor, String action, String target, RefusedException e) {
    service.refused(actor, action, target, e);
    return e;
  }

  private static RefusedException asRefusal(CommandRefusedException e) {
    return switch (e.reason()) {
      case DENIED ->
          refusal(e, RefusedException.Kind.FORBIDDEN, "The policy can grant it: [commands].");
      case RESERVED_NAME ->
          refusal(
              e,
              RefusedException.Kind.CONFLICT,
              "Choose another name; built-in commands cannot be changed.");
      case REGISTRY_FULL -> refusal(e, RefusedException.Kind.CONFLICT, "Remove a command first.");
      case INVALID_NAME ->
          refusal(
              e,
              RefusedException.Kind.INVALID,
              "Use letters, digits, '_', '.' and '-', and no '-' at the beginning.");
      case NOT_A_PROGRAM ->
          refusal(
              e,
              RefusedException.Kind.INVALID,
              "Compile it for WASI preview 1, as a program with a main function.");
      case PATH_NOT_CONFINED ->
          refusal(e, RefusedException.Kind.CONFLICT, "Somebody has to look at the data directory.");
    };
  }

  private static RefusedException refusal(
      CommandRefusedException e, RefusedException.Kind kind, String hint) {
    String code = e.reason().word().replace('_', '-');
    // The code says what the word before the message does.
    String message = String.valueOf(e.getMessage()).substring(code.length() + 2);
    return new RefusedException(kind, code, message, hint);
  }
}
