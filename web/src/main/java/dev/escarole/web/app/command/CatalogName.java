package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;

/** Names a row of the catalogue. */
public record CatalogName(
    @Param(
            value = "The name of a row of the catalogue, or of one of its commands.",
            in = Param.Where.PATH,
            required = true)
        String name) {}
