package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;

/** Names a command. */
public record CommandName(
    @Param(value = "A command's name.", in = Param.Where.PATH, required = true) String name) {}
