package dev.escarole.engine.notify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's channels as the file says now. A changed file that cannot be used changes nothing.
 * Thread-safe.
 */
final class ChannelBook implements Supplier<Channels> {

  private static final Logger LOG = LoggerFactory.getLogger(ChannelBook.class);

  private final Path file;
  private final UnaryOperator<@Nullable String> environment;
  private final Consumer<Channels> users;

  // Guarded by this.
  private @Nullable Stamp seen;
  private Channels channels = Channels.NONE;
  private @Nullable String trouble;

  private record Stamp(long size, Instant modified, String key) {}

  /**
   * @param users hears of the channels when they change
   */
  ChannelBook(Path file, UnaryOperator<@Nullable String> environment, Consumer<Channels> users) {
    this.file = file;
    this.environment = environment;
    this.users = users;
  }

  /** Reads the file if it has changed. */
  synchronized void look() {
    Stamp now = stamp();
    if (now == null || now.equals(seen)) {
      return;
    }
    seen = now;
    try {
      channels = ChannelsReader.read(file, environment);
      trouble = null;
      users.accept(channels);
    } catch (ChannelsException e) {
      trouble = String.valueOf(e.getMessage());
      LOG.warn("The channels in {} cannot be used; nothing has changed. {}", file, trouble);
    }
  }

  private @Nullable Stamp stamp() {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(
          found.size(), found.lastModifiedTime().toInstant(), String.valueOf(found.fileKey()));
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public synchronized Channels get() {
    look();
    return channels;
  }

  synchronized @Nullable String trouble() {
    look();
    return trouble;
  }

  Path file() {
    return file;
  }
}
