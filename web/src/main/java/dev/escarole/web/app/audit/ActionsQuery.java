package dev.escarole.web.app.audit;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which actions are listed. */
public record ActionsQuery(
    @Param(value = "Only actions of this principal.", in = Param.Where.QUERY)
        @Nullable String principal,
    @Param(value = "Only actions of this kind, such as run.launch.", in = Param.Where.QUERY)
        @Nullable String action,
    @Param(
            value = "Most entries of a page, 1 to 1000.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 50)
        int limit,
    @Param(value = "Where the page begins: 'next' of the previous page.", in = Param.Where.QUERY)
        @Nullable String cursor) {}
