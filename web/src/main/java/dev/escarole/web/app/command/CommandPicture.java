package dev.escarole.web.app.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.Documented;

/** A command that recipes can name. */
public record CommandPicture(
    String name,
    @Documented(words = {"built_in", "registered"}) String origin,
    String artifact,
    ArgumentMode mode) {}
