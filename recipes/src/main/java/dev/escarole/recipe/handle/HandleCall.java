package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.ArgumentList.Argument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one call of a handle asks for: a pure value. Whoever runs it starts with an empty
 * environment, looks the command up by its name, hands over exactly these arguments, and closes
 * standard input where there is none (Command Handle, sections 3.1 to 3.4). Whether the directory
 * exists and is granted is for them to check.
 *
 * @param command a name, or an absolute path
 * @param directory where the command is to run; null for wherever it runs by default
 * @param environment all variables, none but these
 * @param input what the command reads, and what becomes of what it prints
 */
public record HandleCall(
    Argument command,
    List<Argument> arguments,
    @Nullable Argument directory,
    Map<String, Argument> environment,
    Input input) {

  /**
   * The streams of a call.
   *
   * @param stdin what the handle itself gives the command to read; null when it gives nothing
   */
  public record Input(@Nullable CapturedBytes stdin, HandleStreams streams) {}

  public HandleCall {
    arguments = List.copyOf(arguments);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /** The command's name and its arguments, as a program gets them. */
  public List<String> argv() {
    List<String> argv = new ArrayList<>();
    argv.add(command.text());
    arguments.forEach(argument -> argv.add(argument.text()));
    return List.copyOf(argv);
  }

  /** What the caller gets to know about how the command ended. */
  public HandleResult result(HandleOutcome outcome) {
    return input.streams().result(outcome);
  }
}
