package dev.escarole.engine.store.content;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.RunStore;

/**
 * Names some bytes without holding them; {@link RunStore#content} has them.
 *
 * @param sha256 in lower-case hex
 * @param bytes how many they are
 */
public record ContentRef(String sha256, long bytes) {

  public static ContentRef to(Content content) {
    return new ContentRef(content.sha256(), content.size());
  }
}
