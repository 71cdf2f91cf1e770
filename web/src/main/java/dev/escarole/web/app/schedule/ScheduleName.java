package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Param;

/** Names a schedule. */
public record ScheduleName(
    @Param(
            value =
                "Its number, or the name of its recipe; if that has several, RECIPE#NAME with the"
                    + " name of the schedule.",
            required = true)
        String schedule) {}
