package dev.escarole.web.app.recipe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.util.List;

/** What a launch of a recipe can be given by the caller. */
public record LaunchInputs(
    @Documented("SHA-256 of the recipe's text, for 'since' of a plan.") String version,
    List<RecipeDocument.Input> inputs,
    @Documented("Directories that the policy grants, each as HOST::GUEST or HOST::GUEST:ro.")
        List<String> directories,
    @Documented("Whether the policy grants any directory; 'directories' is empty then.")
        boolean anyDirectory,
    @Documented("Directories that the recipe needs; the policy or the launch gives them.")
        List<WantedPlace> wanted,
    @Documented("HTTP requests that the recipe asks for; absent if there are none.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<PlanDocument.HttpAccess> http,
    @Documented("Those that the policy does not permit, or not all of; absent if there are none.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<PlanDocument.HttpAccess> deniedHttp,
    @Documented(
            "The first files of these directories, as commands see them; empty if no input is a path.")
        List<String> files,
    @Documented("Most bytes of standard input.") long stdinBytes) {
  public LaunchInputs {
    inputs = List.copyOf(inputs);
    directories = List.copyOf(directories);
    wanted = List.copyOf(wanted);
    http = List.copyOf(http);
    deniedHttp = List.copyOf(deniedHttp);
    files = List.copyOf(files);
  }

  /** A directory that a recipe needs. */
  public record WantedPlace(
      @Documented("Its path for commands.") String guest,
      @Documented("Whether commands change it.") boolean writable,
      @Documented("What it is for; may be empty.") String why) {}
}
