package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.store.KeptRun;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes which runs were deleted, or would be, as JSON. */
public final class RemovalJson {

  private final JsonGenerator json;

  public RemovalJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes what was deleted and what that gave back. */
  public void gone(RemovedRuns removed) throws IOException {
    write(removed.runs(), removed.outputBytes(), removed.workspaceBytes());
  }

  /** Writes what would be deleted; how much of the outputs other runs share is not known then. */
  public void wouldGo(List<KeptRun> runs, long workspaceBytes) throws IOException {
    write(runs, null, workspaceBytes);
  }

  private void write(List<KeptRun> runs, @Nullable Long outputBytes, long workspaceBytes)
      throws IOException {
    json.writeStartObject();
    json.writeBooleanField("dryRun", outputBytes == null);
    json.writeArrayFieldStart("runs");
    for (KeptRun run : runs) {
      json.writeStartObject();
      json.writeStringField("run", run.id().value());
      json.writeStringField("startedAt", run.startedAt().toString());
      json.writeNumberField("attempts", run.attempts());
      json.writeNumberField("bytes", run.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (outputBytes == null) {
      json.writeNullField("outputBytes");
    } else {
      json.writeNumberField("outputBytes", outputBytes);
    }
    json.writeNumberField("workspaceBytes", workspaceBytes);
    json.writeEndObject();
  }
}
