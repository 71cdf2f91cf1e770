package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.files.FileRefusedException;
import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.store.NewRun;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a rerun changes about the launch of the earlier run. */
final class RerunLaunch {

  private RerunLaunch() {}

  /** The earlier launch with the recipe, values and directories of the request. */
  static NewRun of(NewRun earlier, RerunRequest request) {
    Recipe recipe = request.recipe();
    return new NewRun(
        earlier.id(),
        earlier.principal(),
        values(earlier, request),
        recipe == null ? earlier.recipeSource() : recipe.portable(),
        earlier.stdin(),
        directories(earlier, request),
        earlier.startedAt(),
        earlier.again(),
        earlier.labels(),
        earlier.cache(),
        earlier.computed(),
        earlier.files());
  }

  private static Map<String, Object> values(NewRun earlier, RerunRequest request) {
    Map<String, Object> values = new LinkedHashMap<>(earlier.values());
    request
        .values()
        .forEach(
            (name, value) -> {
              if (value == null) {
                values.remove(name);
              } else {
                values.put(name, value);
              }
            });
    return values;
  }

  /** A changed recipe may use directories beside its own files. */
  private static List<String> directories(NewRun earlier, RerunRequest request) {
    Map<String, DirectoryGrant> byGuest = new LinkedHashMap<>();
    earlier.directories().stream()
        .map(DirectoryGrant::parse)
        .forEach(each -> byGuest.put(each.guest(), each));
    request.directories().forEach(each -> byGuest.put(each.guest(), each));
    Recipe recipe = request.recipe();
    if (recipe != null) {
      recipe
          .directories()
          .forEach(
              (guest, host) ->
                  byGuest.putIfAbsent(
                      guest, new DirectoryGrant(host, guest, DirectoryGrant.Mode.READ_ONLY)));
    }
    List<String> texts = new ArrayList<>();
    byGuest.values().forEach(each -> texts.add(each.text()));
    return texts;
  }

  /**
   * Does nothing if the further directories fit.
   *
   * @param files whether the earlier run has files, which commands read in {@code /inputs}
   * @throws IllegalArgumentException if one is a workspace, over which a policy has no say
   * @throws FileRefusedException if one stands where the files are
   */
  static void checkPlaces(RerunRequest request, boolean files) {
    for (DirectoryGrant each : request.directories()) {
      if (each.workspace()) {
        throw new IllegalArgumentException(
            "RerunRequest.directories must not contain a workspace: each run gets its own");
      }
      if (files && (each.guest() + '/').startsWith(GivenFile.DIRECTORY + '/')) {
        throw new FileRefusedException(
            "a directory is requested as %s, where the files of the run are"
                .formatted(GivenFile.DIRECTORY),
            "Request the directory under another path.");
      }
    }
  }

  /**
   * The recipe of a run as it was.
   *
   * @throws RerunRefusedException if this version cannot read it
   */
  static Recipe recipe(NewRun launch) {
    try {
      return new RecipeReader().read(launch.recipeSource(), "recipe");
    } catch (RecipeException e) {
      throw RerunRefusedException.always(
          "the recipe of run %s cannot be read any more, so its values cannot be changed: %s"
              .formatted(launch.id(), e.getMessage()));
    }
  }
}
