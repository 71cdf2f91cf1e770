package dev.escarole.engine.command;

import java.util.List;

/**
 * Functions of a program that are interpreted because they are too large for a method of the JVM.
 * Immutable.
 *
 * @param count how many are known; 0 or more
 * @param names the first {@value #MOST_NAMES} of them in the order of the program
 * @param complete whether there are no others, which is known once the program was compiled
 */
public record SlowFunctions(int count, List<String> names, boolean complete) {

  /** How many are named. */
  public static final int MOST_NAMES = 8;

  /** Copies the names. */
  public SlowFunctions {
    names = List.copyOf(names);
  }

  /** Whether any is known. */
  public boolean any() {
    return count > 0;
  }

  /** Says which functions are interpreted, what that costs and what helps, without a full stop. */
  public String warning() {
    int others = count - names.size();
    return String.join(", ", names)
        + (others > 0 ? " and " + others + " more" : "")
        + (complete ? "" : ", and perhaps others,")
        + (count == 1 && complete ? " is" : " are")
        + " too large for a method of the JVM (64 KiB) and interpreted, which takes tens of times"
        + " as long as compiled code; compile the program with less inlining, such as -Os"
        + " -fno-inline-functions";
  }
}
