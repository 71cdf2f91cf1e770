package dev.escarole.engine.store.content;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.RunRecords;

/**
 * Reference to stored bytes, which are read with {@link RunRecords}.
 *
 * @param sha256 in lower-case hex
 * @param bytes their number
 */
public record ContentRef(String sha256, long bytes) {

  public static ContentRef to(Content content) {
    return new ContentRef(content.sha256(), content.size());
  }
}
