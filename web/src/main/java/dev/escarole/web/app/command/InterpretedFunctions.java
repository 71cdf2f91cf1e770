package dev.escarole.web.app.command;

import dev.escarole.web.app.Documented;
import java.util.List;

/** Functions of a program that are too large for a method of the JVM, and so are interpreted. */
public record InterpretedFunctions(
    @Documented("How many are known.") int count,
    @Documented("The first eight of them.") List<String> names,
    @Documented("Whether there are no others, which is known once the program was compiled.")
        boolean complete,
    @Documented("The same as a sentence, with what it costs and what helps.") String warning) {

  public InterpretedFunctions {
    names = List.copyOf(names);
  }
}
