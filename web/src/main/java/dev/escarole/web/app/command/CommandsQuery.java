package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;

/** How commands are listed. */
public record CommandsQuery(
    @Param(
            value =
                "Also shows size and capabilities of each program, and the number of its latest calls.",
            in = Param.Where.QUERY)
        boolean details) {

  /** Without details. */
  public static final CommandsQuery BRIEF = new CommandsQuery(false);

  /** With details. */
  public static final CommandsQuery DETAILED = new CommandsQuery(true);
}
