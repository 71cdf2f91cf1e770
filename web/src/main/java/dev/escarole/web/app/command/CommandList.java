package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All commands, sorted by name. */
public record CommandList(
    List<CommandPicture> commands,
    @Documented("Absent without 'details'.") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Details details) {
  public CommandList {
    commands = List.copyOf(commands);
  }

  /** A list without details. */
  public CommandList(List<CommandPicture> commands) {
    this(commands, null);
  }

  /** What concerns all of them. */
  public record Details(
      @Documented("How many of the latest calls on record were counted.") int counted,
      @Documented("Whether the policy lets the caller add commands.") boolean extensible) {}
}
