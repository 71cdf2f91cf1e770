package dev.escarole.samples;

import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.DirectoryGrant;
import java.nio.file.Path;
import java.util.List;

/** Requests that depend on where the checkout is. */
final class SampleRequests {

  private SampleRequests() {}

  static RunRequest census(Path checkout, int top) {
    DirectoryGrant grant = new DirectoryGrant(checkout, "/source", DirectoryGrant.Mode.READ_ONLY);
    return RunRequest.of(Sample.named("census").recipe())
        .value("top", top)
        .directories(List.of(grant))
        .build();
  }
}
