package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Documented;

/** A run of a schedule that was launched by hand. */
public record ScheduledRun(@Documented("Its id.") String run) {}
