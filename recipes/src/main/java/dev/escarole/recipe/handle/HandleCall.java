package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.ArgumentList.Argument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of a handle, as a pure value. It must run with an empty environment, exactly these
 * arguments, and closed standard input if there is none (Command Handle, sections 3.1 to 3.4). The
 * caller checks that the directory exists and is granted.
 *
 * @param command a name, or an absolute path
 * @param directory working directory; null for the default
 * @param environment all variables
 * @param input standard input, and the handling of output streams
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
   * @param stdin standard input from the handle; null if it has none
   */
  public record Input(@Nullable CapturedBytes stdin, HandleStreams streams) {}

  public HandleCall {
    arguments = List.copyOf(arguments);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /** The command's name and its arguments. */
  public List<String> argv() {
    List<String> argv = new ArrayList<>();
    argv.add(command.text());
    arguments.forEach(argument -> argv.add(argument.text()));
    return List.copyOf(argv);
  }

  /** The result for the caller. */
  public HandleResult result(HandleOutcome outcome) {
    return input.streams().result(outcome);
  }
}
