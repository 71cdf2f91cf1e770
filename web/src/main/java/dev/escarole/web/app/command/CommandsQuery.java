package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;

/** How commands are listed. */
public record CommandsQuery(
    @Param(
            value = "Also shows the size of each program, what it needs, and how often it is called.",
            in = Param.Where.QUERY)
        boolean details) {

  /** Without details. */
  public static final CommandsQuery BRIEF = new CommandsQuery(false);

  /** With details. */
  public static final CommandsQuery DETAILED = new CommandsQuery(true);
}
