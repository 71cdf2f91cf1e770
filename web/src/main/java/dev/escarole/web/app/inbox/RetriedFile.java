package dev.escarole.web.app.inbox;

import dev.escarole.web.app.Documented;

/** A file that is in the inbox again. */
public record RetriedFile(@Documented("Its name; it is taken like a new file.") String file) {}
