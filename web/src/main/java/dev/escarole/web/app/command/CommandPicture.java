package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** A command that recipes can name. */
public record CommandPicture(
    String name,
    @Documented(words = {"built_in", "registered"}) String origin,
    String artifact,
    ArgumentMode mode,
    @Documented("The artifact that was frozen to make this one; absent if it was not.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String parent,
    @Documented(
            "Functions that are interpreted, which is slow; absent if none is known. A list without"
                + " 'details' knows those of programs that were compiled.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable InterpretedFunctions interpreted,
    @Documented("Absent from a list without 'details'.") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Program program,
    @Documented("Calls of it among the latest calls on record; only in a list with 'details'.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Long calls) {

  /** Its program. */
  public record Program(
      @Documented("Its size; null if it is missing or damaged.") @Nullable Long bytes,
      @Documented(
              "Whether it runs other commands, so that only principals with the capability exec can use it.")
          boolean callsCommands) {}
}
