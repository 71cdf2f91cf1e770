package dev.escarole.web.app.system;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Asks what a principal may do. */
public record PolicyQuery(
    @Param(
            value =
                "Whose policy; your own if you do not say. Only administrators may ask for others.",
            in = Param.Where.QUERY)
        @Nullable String principal) {}
