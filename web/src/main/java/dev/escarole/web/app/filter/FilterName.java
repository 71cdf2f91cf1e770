package dev.escarole.web.app.filter;

import dev.escarole.web.app.Param;

/** Names a filter of the caller. */
public record FilterName(
    @Param(value = "Name of a filter of the caller.", required = true) String name) {}
