package dev.escarole.web.app.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.Documented;

/** A command that was just added. */
public record AddedCommand(
    String name,
    String artifact,
    ArgumentMode mode,
    @Documented(
            "Whether it runs other commands, so that only principals with the capability exec can use it.")
        boolean callsCommands) {}
