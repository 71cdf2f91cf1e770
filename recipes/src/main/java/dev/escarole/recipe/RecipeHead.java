package dev.escarole.recipe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a recipe says about itself besides its template and inputs. Immutable. */
record RecipeHead(
    @Nullable String name,
    @Nullable String description,
    List<KeptPattern> artifacts,
    List<WantedDirectory> dirs) {

  RecipeHead {
    artifacts = List.copyOf(artifacts);
    dirs = List.copyOf(dirs);
  }
}
