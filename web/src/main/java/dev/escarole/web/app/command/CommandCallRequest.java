package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls a command outside a run. Nothing in its arguments is split or expanded. */
@SuppressWarnings("ArrayRecordComponent")
public record CommandCallRequest(
    @Param(value = "A command's name.", in = Param.Where.PATH, required = true) String name,
    @Param(value = "Its arguments, without the name.") List<String> arguments,
    @Param(value = "Its standard input, as text.") @Nullable String stdin,
    @Param(value = "The same for bytes, in Base64.") byte @Nullable [] stdinBase64,
    @Param(value = "Directories that it may use, each as HOST::GUEST or HOST::GUEST:ro.")
        List<String> directories,
    @Param(
            value =
                "Most bytes that it may write to each of its outputs; the policy may allow fewer.",
            min = 1)
        @Nullable Long outputBytes) {
  public CommandCallRequest {
    arguments = List.copyOf(arguments);
    directories = List.copyOf(directories);
  }

  /** A call that may write as much as the policy allows. */
  @SuppressWarnings("NullAway") // A compact constructor loses the annotation of an array.
  public CommandCallRequest(
      String name,
      List<String> arguments,
      @Nullable String stdin,
      byte @Nullable [] stdinBase64,
      List<String> directories) {
    this(name, arguments, stdin, stdinBase64, directories, null);
  }
}
