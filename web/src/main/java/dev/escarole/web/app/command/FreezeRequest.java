package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Freezes a command's program: initializes it once, and adds the result as another command. */
public record FreezeRequest(
    @Param(value = "A command's name.", in = Param.Where.PATH, required = true) String name,
    @Param(value = "The name of the frozen command. Without it, the name and '-frozen'.")
        @Nullable String to,
    @Param(
            value =
                "The exported function that initializes the program. Without it, _initialize,"
                    + " and the first of wizer-initialize, wizer.initialize and escarole.freeze.")
        @Nullable String export,
    @Param(value = "The exported function that starts the frozen program. Without it, its _start.")
        @Nullable String start,
    @Param(value = "Arguments of the initializer.") List<String> arguments,
    @Param(value = "The whole environment of the initializer.") Map<String, String> environment,
    @Param(value = "Directories that it may read, each as HOST::GUEST.") List<String> directories,
    @Param(value = "Seed of its random numbers. Without it, 0.") @Nullable Long seed) {
  public FreezeRequest {
    arguments = List.copyOf(arguments);
    // A null in JSON is refused with a reason later.
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    directories = List.copyOf(directories);
  }
}
