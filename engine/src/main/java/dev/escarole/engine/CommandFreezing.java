package dev.escarole.engine;

import dev.escarole.engine.CommandHost.Rules;
import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.broker.HttpGate;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRefusedException.Reason;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryHash;
import dev.escarole.engine.command.Equipment;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.FrozenCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Lineage;
import dev.escarole.engine.command.Lineage.FrozenDirectory;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.wasm.FreezeRefusedException;
import dev.escarole.engine.wasm.FreezeRequest;
import dev.escarole.engine.wasm.Freezer;
import dev.escarole.engine.wasm.FrozenProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Freezes the programs of commands. For the broker it is a call of the command, so that the same
 * checks decide and the audit shows it.
 */
final class CommandFreezing {

  private final OwnCommands own;
  private final Rules rules;
  private final Equipment equipment;

  CommandFreezing(OwnCommands own, Rules rules, Equipment equipment) {
    this.own = own;
    this.rules = rules;
    this.equipment = equipment;
  }

  FrozenCommand freeze(Principal principal, FreezeCommand request)
      throws CommandRefusedException, InterruptedException {
    own.registry().mustBeNew(request.as());
    Invocation invocation = invocation(principal, request);
    FreezingRunner runner = new FreezingRunner(request);
    FrozenProgram frozen = frozen(principal, invocation, runner);
    return keep(request, invocation, frozen, runner.directories);
  }

  byte[] program(Principal principal, FreezeCommand request)
      throws CommandRefusedException, InterruptedException {
    Invocation invocation = invocation(principal, request);
    return frozen(principal, invocation, new FreezingRunner(request)).bytes();
  }

  private FrozenProgram frozen(Principal principal, Invocation invocation, FreezingRunner runner)
      throws CommandRefusedException, InterruptedException {
    FreezeCommand request = runner.request;
    InvocationResult result =
        rules
            .broker(own.registry(), runner, equipment, HttpGate.CLOSED)
            .execute(principal, invocation);
    FrozenProgram frozen = runner.frozen;
    if (runner.interrupted) {
      boolean unused = Thread.interrupted();
      throw new InterruptedException("interrupted while a command was frozen");
    } else if (frozen == null) {
      boolean denied = result.outcome().kind().isDenial();
      throw refused(
          denied ? Reason.DENIED : Reason.NOT_FROZEN, request.name(), result.outcome().detail());
    }
    return frozen;
  }

  private FrozenCommand keep(
      FreezeCommand request,
      Invocation invocation,
      FrozenProgram frozen,
      List<FrozenDirectory> directories)
      throws CommandRefusedException {
    Command parent = own.registry().find(request.name()).orElseThrow();
    Lineage lineage =
        new Lineage(
            frozen.parent(),
            frozen.initializers(),
            request.start(),
            invocation.commandName(),
            invocation.arguments(),
            invocation.environment(),
            directories,
            request.seed());
    if (frozen.bytes().length > OwnCommands.MOST_BYTES) {
      throw refused(
          Reason.NOT_FROZEN,
          request.name(),
          "its frozen program has more than " + OwnCommands.MOST_BYTES + " bytes");
    }
    Command added = own.add(request.as(), frozen.bytes(), parent.mode(), lineage);
    return new FrozenCommand(
        added,
        lineage,
        frozen.stdout().utf8(),
        frozen.stderr().utf8(),
        frozen.fuelUsed(),
        frozen.memoryBytes(),
        frozen.bytes().length);
  }

  private Invocation invocation(Principal principal, FreezeCommand request)
      throws CommandRefusedException {
    Limits limits = rules.policies().apply(principal).grants().limits().orElse(Limits.defaults());
    List<DirectoryGrant> readable = new ArrayList<>();
    for (DirectoryGrant each : request.directories()) {
      readable.add(
          new DirectoryGrant(
              each.host(), each.guest(), DirectoryGrant.Mode.READ_ONLY, each.workspace()));
    }
    // In the order of names, so that equal requests give equal bytes.
    Map<String, String> environment = new LinkedHashMap<>(new TreeMap<>(request.environment()));
    try {
      return Invocation.of(request.name())
          .arguments(request.arguments())
          .environment(environment)
          .directories(readable)
          .limits(limits)
          .build();
    } catch (IllegalArgumentException e) {
      throw refused(Reason.NOT_FROZEN, request.name(), String.valueOf(e.getMessage()));
    }
  }

  private static CommandRefusedException refused(Reason reason, String name, String why) {
    return new CommandRefusedException(reason, "'" + name + "' is not frozen: " + why);
  }

  private static List<FrozenDirectory> hashes(Invocation invocation) throws FreezeFailure {
    List<FrozenDirectory> hashes = new ArrayList<>();
    for (DirectoryGrant each : invocation.directories()) {
      try {
        hashes.add(new FrozenDirectory(each.guest(), DirectoryHash.of(each.host())));
      } catch (IOException e) {
        throw new FreezeFailure(
            "the directory " + each.guest() + " cannot be read: " + e.getMessage());
      }
    }
    return hashes;
  }

  private static final class FreezeFailure extends Exception {
    private static final long serialVersionUID = 1L;

    FreezeFailure(String message) {
      super(message);
    }
  }

  /** Freezes what it is asked to run. */
  private final class FreezingRunner implements CommandRunner {

    private final FreezeCommand request;
    private @Nullable FrozenProgram frozen;
    private List<FrozenDirectory> directories = List.of();
    private boolean interrupted;

    FreezingRunner(FreezeCommand request) {
      this.request = request;
    }

    @Override
    public InvocationResult run(Command command, Invocation invocation) {
      long began = System.nanoTime();
      try {
        byte[] program = own.artifacts().verified(command.artifact());
        directories = hashes(invocation);
        FreezeRequest asked =
            new FreezeRequest(invocation, request.initializer(), request.start(), request.seed());
        FrozenProgram made = new Freezer(rules.runner()).freeze(program, asked);
        if (!hashes(invocation).equals(directories)) {
          throw new FreezeFailure("a directory has changed meanwhile; freeze it again");
        }
        frozen = made;
        return new InvocationResult(
            Outcome.exited(0),
            made.stdout(),
            made.stderr(),
            System.nanoTime() - began,
            made.memoryBytes(),
            made.fuelUsed(),
            Purity.IMPURE);
      } catch (ArtifactIntegrityException e) {
        return notStarted(Outcome.Kind.ARTIFACT_INTEGRITY, String.valueOf(e.getMessage()));
      } catch (FreezeRefusedException e) {
        return notStarted(Outcome.Kind.UNUSABLE_PROGRAM, "the program " + e.getMessage());
      } catch (FreezeFailure e) {
        return notStarted(Outcome.Kind.UNUSABLE_PROGRAM, String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        interrupted = true;
        Thread.currentThread().interrupt();
        return notStarted(Outcome.Kind.CANCELLED, "was cancelled");
      }
    }

    private InvocationResult notStarted(Outcome.Kind kind, String detail) {
      return InvocationResult.notStarted(Outcome.of(kind, detail), detail + "\n");
    }

    @Override
    public void close() {}
  }
}
