package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that was just added. */
public record AddedCommand(
    String name,
    String artifact,
    ArgumentMode mode,
    @Documented(
            "Whether it runs other commands, so that only principals with the capability exec can use it.")
        boolean callsCommands,
    @Documented("Functions that are interpreted, which is slow; absent if none is known.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable InterpretedFunctions interpreted,
    @Documented("Further names that the same row of the catalogue has; absent without any.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable List<String> also) {

  /** No further names are null, as they are after JSON. */
  public AddedCommand {
    also = also == null || also.isEmpty() ? null : List.copyOf(also);
  }

  /** A command that was added alone. */
  public AddedCommand(
      String name,
      String artifact,
      ArgumentMode mode,
      boolean callsCommands,
      @Nullable InterpretedFunctions interpreted) {
    this(name, artifact, mode, callsCommands, interpreted, null);
  }

  /** The same with the names of the others that were added with it. */
  public AddedCommand with(List<AddedCommand> all) {
    List<String> others =
        all.stream().map(AddedCommand::name).filter(each -> !each.equals(name)).toList();
    return others.isEmpty()
        ? this
        : new AddedCommand(name, artifact, mode, callsCommands, interpreted, others);
  }
}
