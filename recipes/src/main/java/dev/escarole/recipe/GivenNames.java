package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FactNames;
import dev.escarole.recipe.template.Names;

/** Looks at the names that a recipe gives values to, by {@code defaults} or {@code compute}. */
final class GivenNames {

  private GivenNames() {}

  /**
   * Whether a value can have this name; reports why not.
   *
   * @param reserved how bad a name is that repeated nodes override
   */
  static boolean isUsable(String name, Severity reserved, Place place, Problems problems) {
    if (!Names.isName(name)) {
      problems.error(
          Codes.BAD_NAME,
          "'" + name + "' is no valid name",
          "A name starts with a letter or _ and goes on with letters, digits, _ and -.",
          place);
      return false;
    }
    if (FactNames.isOne(name)) {
      problems.error(
          Codes.RUN_FACT,
          "'" + name + "' is given by each run itself",
          "Choose another name.",
          place);
      return false;
    }
    if (!Names.isReserved(name)) {
      return true;
    }
    problems.add(
        reserved,
        Codes.RESERVED_NAME,
        "'" + name + "' has another value inside every repeated node",
        "Choose another name.",
        place);
    return reserved == Severity.WARNING;
  }
}
