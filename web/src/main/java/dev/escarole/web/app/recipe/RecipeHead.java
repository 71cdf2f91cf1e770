package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a list of recipes shows of one. */
public record RecipeHead(
    String name,
    @Documented(words = {"recipe", "handle", "unknown"}) String kind,
    @Documented("From the folder on.") String path,
    long bytes,
    Instant modifiedAt,
    @Documented("Whether the present text can be used.") boolean valid,
    @Documented("Whether some version is in force.") boolean inForce,
    @Nullable Instant invalidSince,
    @Nullable String description) {}
