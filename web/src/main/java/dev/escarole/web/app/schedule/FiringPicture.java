package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of a planned time. */
public record FiringPicture(
    Instant planned,
    @Documented("Of missed times, the time after which they are, up to planned; else null.")
        @Nullable Instant since,
    @Documented("time, catch-up, backfill or manual.") String kind,
    @Documented("due, launched, skipped, failed or missed.") String state,
    @Documented("The run that was launched, or null.") @Nullable String run,
    @Documented("Why it was skipped or failed, or null.") @Nullable String note) {}
