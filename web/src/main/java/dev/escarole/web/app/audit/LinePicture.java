package dev.escarole.web.app.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A line of an agent; its members have the names of the text of acli, section 8.3. */
public record LinePicture(
    Instant timestamp,
    String command,
    @JsonProperty("parsed_command") String parsedCommand,
    boolean success,
    @JsonProperty("error_code") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String errorCode,
    @JsonProperty("duration_ms") long durationMillis,
    @JsonProperty("user_context") Sender sender,
    boolean denied,
    String place) {
  /** Who sent it. */
  public record Sender(String principal, @Nullable String client) {}
}
