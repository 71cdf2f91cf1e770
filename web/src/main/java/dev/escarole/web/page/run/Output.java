package dev.escarole.web.page.run;

import dev.escarole.engine.store.RunReports;
import dev.escarole.web.app.local.StoredStream;
import java.io.InputStream;

/** Stored bytes, of which parts can be had. As thread-safe as the store. */
record Output(RunReports reports, String sha256, long size) implements ByteSource {

  /** These bytes alone, read piece by piece as they are asked for. */
  InputStream between(long from, long to) {
    return new StoredStream(reports, sha256, from, to);
  }

  @Override
  public byte[] part(long from, int length) {
    long start = Math.max(0, Math.min(from, size));
    return reports.contentPart(sha256, start, length).orElse(new byte[0]);
  }
}
