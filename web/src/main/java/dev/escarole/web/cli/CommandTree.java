package dev.escarole.web.cli;

import dev.escarole.engine.command.Outcome;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** All commands with their options and exit codes, for the documents that are made of them. */
public final class CommandTree {

  /** Their exit code says how a run ended. */
  private static final Set<String> FOLLOW_A_RUN = Set.of("run", "runs resume", "runs rerun");

  /** Their exit code is that of a command in the sandbox. */
  private static final Set<String> CALL_A_COMMAND = Set.of("exec", "sh");

  private CommandTree() {}

  /** The root of a new tree, which reads nothing and prints nothing. */
  public static CommandLine root() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            nowhere,
            new PrintStream(nowhere, false, StandardCharsets.UTF_8),
            Terminal.NONE,
            Map.of(),
            InstantSource.system());
    return new Cli(console).tree();
  }

  /** Every command that does something, in the order of the help; no group and no {@code help}. */
  public static List<CommandSpec> commands(CommandLine root) {
    List<CommandSpec> found = new ArrayList<>();
    root.getSubcommands().forEach((name, command) -> collect(name, command, found));
    return List.copyOf(found);
  }

  private static void collect(String name, CommandLine command, List<CommandSpec> found) {
    if (name.equals("help")) {
      return;
    }
    CommandSpec spec = command.getCommandSpec();
    boolean onlyGroups = spec.userObject() instanceof CommandGroup;
    if (!onlyGroups) {
      found.add(spec);
    }
    command.getSubcommands().forEach((inner, each) -> collect(inner, each, found));
  }

  /** The words of a command behind {@code escarole}, such as {@code runs show}. */
  public static String words(CommandSpec command) {
    return command.qualifiedName(" ").substring(command.root().name().length()).strip();
  }

  /** The exit codes of a command and what each means, in ascending order. */
  public static Map<Integer, String> exitCodes(CommandSpec command) {
    String words = words(command);
    Map<Integer, String> codes = new TreeMap<>();
    if (FOLLOW_A_RUN.contains(words)) {
      for (ExitCode code : ExitCode.values()) {
        codes.put(code.code(), code.meaning());
      }
    } else if (CALL_A_COMMAND.contains(words)) {
      ofCalls(codes);
    } else {
      codes.put(0, "It did what it was asked to.");
      codes.put(1, "It failed, or what it looked at is damaged.");
      codes.put(2, "Wrong usage, an invalid file or value, or nothing of that name.");
      codes.put(3, "A policy or a role does not allow it.");
    }
    return new LinkedHashMap<>(codes);
  }

  private static void ofCalls(Map<Integer, String> codes) {
    codes.put(0, "The command ended with 0. Other codes than these are the command's own.");
    codes.put(2, "Wrong usage, or an invalid value; nothing ran.");
    Map<Integer, List<String>> ends = new TreeMap<>();
    for (Outcome.Kind kind : Outcome.Kind.values()) {
      if (kind != Outcome.Kind.EXITED) {
        ends.computeIfAbsent(Outcome.of(kind, "").exitCode(), code -> new ArrayList<>())
            .add(kind.word());
      }
    }
    ends.forEach((code, words) -> codes.put(code, String.join(", ", words) + "."));
    codes.put(Outcome.unread().exitCode(), "The reader of the output has gone.");
  }
}
