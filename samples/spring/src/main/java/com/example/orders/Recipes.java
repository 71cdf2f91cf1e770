package com.example.orders;

import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.recipe.Recipe;
import java.util.NoSuchElementException;
import org.springframework.stereotype.Component;

/** The recipes of the folder, by name. */
@Component
class Recipes {

  private final RecipeFolder folder;

  Recipes(RecipeFolder folder) {
    this.folder = folder;
  }

  Recipe get(String name) {
    return folder
        .entry(name)
        .flatMap(FolderEntry::recipe)
        .orElseThrow(() -> new NoSuchElementException("there is no recipe " + name));
  }
}
