package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of the catalogue: programs that are added together. */
public record CatalogEntry(
    String name,
    @Documented(words = {"wasm", "bundle", "c", "js", "python"}) String kind,
    String about,
    @Documented("SPDX identifier; may be empty.") String licence,
    @Documented("Where it is published.") String from,
    @Documented("Names that adding it registers.") List<String> commands,
    @Documented("Whether it is of catalog.yaml in the data directory.") boolean own,
    @Documented("Whether all of its commands are registered with its programs.") boolean added,
    NeedsPicture needs,
    @Documented("The latest attempt of the server to add it; absent if there was none.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Attempt attempt) {

  public CatalogEntry {
    commands = List.copyOf(commands);
  }

  /** What a program needs. */
  public record NeedsPicture(
      @Documented("0 if the default suffices.") long memoryBytes,
      @Documented("0 if the default suffices.") long fuel,
      @Documented("0 if the default suffices.") long wallClockMillis) {}

  /** An attempt to add a row. */
  public record Attempt(
      @Documented(words = {"fetching", "building", "added", "failed"}) String state,
      @Documented("The file that arrives, or the step of the build; may be empty.") String what,
      @Documented("Bytes of that file so far.") long bytes,
      @Documented("Its size; null if that is unknown.") @Nullable Long of,
      Instant beganAt,
      @Documented("Null before its end.") @Nullable Instant endedAt,
      @Documented("Why it was not added, as a sentence; null unless it failed.")
          @Nullable String problem,
      @Documented("The way out; null unless it failed.") @Nullable String hint) {}
}
