package dev.escarole.engine.shell;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasm.WasmRunner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A shell over the real broker, the real sandbox and the real commands, with {@code /workspace} to
 * write in, {@code /in} to read from, a command {@code boom} that traps, and {@code stage}, which
 * does what its arguments say.
 */
final class Bench implements AutoCloseable {

  private static final byte[] TRAP =
      HexFormat.of()
          .parseHex(
              "0061736d01000000"
                  + "010401600000"
                  + "03020100"
                  + "0503010001"
                  + "070a01065f737461727400"
                  + "00"
                  + "0a05010300000b");

  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final Map<String, Command> registered = new HashMap<>();
  private final CommandRegistry registry = new CommandRegistry(builtIns.all(), () -> registered);
  private final Map<ArtifactId, byte[]> own = new HashMap<>();
  private final WasmRunner runner =
      new WasmRunner(id -> own.containsKey(id) ? own.get(id).clone() : builtIns.read(id));
  private final MemoryAuditLog audit = new MemoryAuditLog(1_000);
  private final Path root;
  private final ShellOptions options;
  private ShellOptions inForce;
  private Policy policy = Policy.localOperator();
  private Shell shell;

  Bench(Path root) {
    this.root = root;
    try {
      register("boom", TRAP);
      register("stage", stage());
      Files.createDirectory(root.resolve("workspace"));
      Files.createDirectory(root.resolve("in"));
      Files.createDirectory(root.resolve("outside"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.options =
        ShellOptions.defaults()
            .withDirectories(
                List.of(
                    new DirectoryGrant(root.resolve("workspace"), "/workspace", Mode.READ_WRITE),
                    new DirectoryGrant(root.resolve("in"), "/in", Mode.READ_ONLY)));
    this.inForce = options;
    this.shell = open(options);
  }

  private void register(String name, byte[] program) {
    own.put(ArtifactId.of(program), program);
    register(name, ArtifactId.of(program), ArgumentMode.ARGV);
  }

  private void register(String name, ArtifactId artifact, ArgumentMode mode) {
    registered.put(name, new Command(name, artifact, Command.Origin.REGISTERED, mode));
  }

  /** Registers a built-in program once more, in mode stdin1. */
  void alsoAsLine(String name, String builtIn) {
    register(name, registry.find(builtIn).orElseThrow().artifact(), ArgumentMode.STDIN1);
  }

  private static byte[] stage() throws IOException {
    try (InputStream in = WasmRunner.class.getResourceAsStream("guests/stage.wasm")) {
      if (in == null) {
        throw new IllegalStateException("no program stage");
      }
      return in.readAllBytes();
    }
  }

  ShellOptions options() {
    return options;
  }

  ShellOptions options(Limits limits, Duration lineClock, long lineOutputBytes) {
    return new ShellOptions(options.directories(), List.of(), limits, lineClock, lineOutputBytes);
  }

  Bench with(ShellOptions other) {
    shell = open(other);
    inForce = other;
    return this;
  }

  Bench with(Policy other) {
    policy = other;
    return this;
  }

  private Shell open(ShellOptions with) {
    return new Shell(broker(), Principal.localOperator(), with);
  }

  private ExecBroker broker() {
    return new ExecBroker(
        registry, runner, principal -> policy, audit, InstantSource.system(), ReservedPlaces.NONE);
  }

  /** Runs the command sh with these arguments and the shell's directories. */
  InvocationResult sh(String... arguments) {
    return broker()
        .execute(
            Principal.localOperator(),
            Invocation.of("sh")
                .arguments(arguments)
                .directories(inForce.directories())
                .limits(inForce.limits())
                .build());
  }

  LineResult run(String line) {
    return shell.evaluate(line);
  }

  LineResult run(String line, Cancellation cancellation) {
    return shell.evaluate(line, new byte[0], cancellation);
  }

  /** What a line prints that must come to its end. */
  String text(String line) {
    LineResult result = run(line);
    result
        .error()
        .ifPresent(
            error -> {
              throw new AssertionError(error);
            });
    return result.stdout().utf8();
  }

  /** The name of the error that a line must stop with. */
  String word(String line) {
    return run(line).error().orElseThrow(() -> new AssertionError(line)).word();
  }

  /** The names of all commands that were asked for, in order. */
  List<String> asked() {
    return audit.entries().stream().map(entry -> entry.command()).toList();
  }

  Path path(String name) {
    return root.resolve(name);
  }

  Bench file(String name, String text) {
    try {
      Files.writeString(path(name), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String content(String name) {
    try {
      return Files.readString(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    runner.close();
  }
}
