package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that was just built. */
public record BuiltPicture(
    String name,
    String artifact,
    ArgumentMode mode,
    @Documented("Where the data directory has its program.") String file,
    @Documented(
            "Whether it runs other commands, so that only principals with the capability exec can use it.")
        boolean callsCommands,
    @Documented("Functions that are interpreted, which is slow; absent if none is known.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable InterpretedFunctions interpreted,
    @Documented("False if the same was built before, and nothing was compiled.") boolean compiled,
    @Documented("How it was built.") BuildPicture provenance,
    @Documented("The steps of the build, one line each.") List<String> progress) {

  public BuiltPicture {
    progress = List.copyOf(progress);
  }
}
