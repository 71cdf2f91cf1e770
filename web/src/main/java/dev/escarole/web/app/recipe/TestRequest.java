package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which tests of a recipe are to be run. */
public record TestRequest(
    @Param(value = "Name of a recipe in the watched folder.", required = true) String recipe,
    @Param(value = "Only tests with this text in their names.") @Nullable String only) {}
