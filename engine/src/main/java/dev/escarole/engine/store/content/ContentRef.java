package dev.escarole.engine.store.content;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.RunRecords;

/**
 * Reference to stored bytes, which are read with {@link RunRecords}.
 *
 * @param sha256 in lower-case hex
 * @param bytes their number; -1 if unknown
 * @param event key of the attempt that they belong to, whose row holds a small output; 0 if they
 *     belong to no attempt
 */
public record ContentRef(String sha256, long bytes, long event) {

  private static final long UNKNOWN = -1;

  /** The input or the result text of a run, whose size is not known. */
  public static ContentRef ofRun(String sha256) {
    return new ContentRef(sha256, UNKNOWN, 0);
  }

  public static ContentRef to(Content content) {
    return new ContentRef(content.sha256(), content.size(), 0);
  }
}
