package dev.escarole.web.cli.text;

import dev.escarole.web.app.system.SystemPicture;
import org.jspecify.annotations.Nullable;

/** Says what runs use and how to use less. */
public final class StorageHint {

  /** From here on it is much. */
  private static final long MUCH = 1_000_000_000;

  private StorageHint() {}

  /** What is used and what is deleted, for the start of a server. */
  public static String atStart(SystemPicture.Storage storage) {
    return used(storage)
        + (storage.keepsAll()
            ? "; nothing is deleted: see --keep, --keep-size and 'escarole runs prune'"
            : "; older ones are deleted" + limits(storage));
  }

  /** The same where it is much and nothing is deleted; null elsewhere. */
  public static @Nullable String ifMuch(SystemPicture.Storage storage) {
    return storage.keepsAll() && storage.bytes() >= MUCH
        ? used(storage) + "; to delete old ones: escarole runs prune --older-than 30d --dry-run"
        : null;
  }

  private static String used(SystemPicture.Storage storage) {
    String more = storage.complete() ? "" : "more than ";
    return "runs use %s%s, %s of it in workspaces"
        .formatted(more, Amounts.text(storage.bytes()), Amounts.text(storage.workspaceBytes()));
  }

  private static String limits(SystemPicture.Storage storage) {
    Long age = storage.keepSeconds();
    Long size = storage.keepBytes();
    return (age == null ? "" : " after " + TextFormat.duration(age * 1000))
        + (size == null ? "" : " beyond " + Amounts.text(size));
  }
}
