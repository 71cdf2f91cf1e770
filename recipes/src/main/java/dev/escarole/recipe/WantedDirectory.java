package dev.escarole.recipe;

/**
 * A directory of the machine that a recipe's commands need: an entry of its {@code dirs}.
 * Immutable.
 *
 * @param guest its path for commands, absolute and without {@code .} or {@code ..}
 * @param writable whether commands change it
 * @param why what it is for, on one line; may be empty
 * @param pointer JSON pointer of the entry, as in problems of the recipe that is launched
 */
public record WantedDirectory(String guest, boolean writable, String why, String pointer) {

  /** Maximum number of entries in a recipe. */
  public static final int MOST = 16;

  /** The ending that a grant of it has: {@code :ro}, or nothing. */
  public String ending() {
    return writable ? "" : ":ro";
  }
}
