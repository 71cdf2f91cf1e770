package dev.escarole.engine.inbox;

import dev.escarole.engine.inbox.InboxException.Kind;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The place of one engine in an inbox: a directory with the files that it has claimed, and a lock
 * that the system releases when the process is gone. Confined to one thread.
 */
final class Seat implements AutoCloseable {

  private static final String LOCK = "lock";
  private static final String INSTALLATION = "installation";
  private static final int LONGEST = 8192;

  private static final String ENGINE = "engine-";

  /** Beginning of the names of claims; a seat has other files, too. */
  static final String CLAIM = "claim-";

  /**
   * Those of this process. Its own locks must not be tried: on many systems, closing a second
   * channel of a file would release them.
   */
  private static final Set<String> HERE = ConcurrentHashMap.newKeySet();

  private final String name;
  private final String installation;
  private final FileChannel lock;

  private Seat(String name, String installation, FileChannel lock) {
    this.name = name;
    this.installation = installation;
    this.lock = lock;
  }

  /**
   * Takes a seat of its own.
   *
   * @param unique what no other engine has
   * @param installation of the engine, see {@link InboxOptions#installation}
   */
  static Seat take(Path inbox, String unique, String installation) throws IOException {
    String name = ENGINE + unique;
    HERE.add(name);
    boolean taken = false;
    FileChannel lock = null;
    try (Rooms rooms = Rooms.open(inbox)) {
      HostDirectory own = rooms.make(rooms.make(rooms.root(), Rooms.OWN), name);
      lock = Rooms.lockable(own, LOCK);
      if (lock.tryLock() == null) {
        throw new InboxException(Kind.DIRECTORY, "the inbox " + inbox + " cannot be locked");
      }
      Rooms.writeAnew(own, INSTALLATION, installation.getBytes(StandardCharsets.UTF_8));
      Rooms.sync(own);
      if (own.attributesIfPresent(LOCK) == null) {
        throw new NoSuchFileException(LOCK);
      }
      taken = true;
      return new Seat(name, installation, lock);
    } finally {
      if (!taken) {
        HERE.remove(name);
        close(lock);
      }
    }
  }

  /** Its directory. */
  HostDirectory open(Rooms rooms) throws IOException {
    return rooms.open(rooms.open(rooms.root(), Rooms.OWN), name);
  }

  /**
   * Takes over what dead engines of the same installation have claimed: it is in this seat then.
   *
   * @return how many claims of dead engines stay where they are, because those belong to another
   *     installation
   */
  int takeOver(Rooms rooms) throws IOException {
    HostDirectory all = rooms.open(rooms.root(), Rooms.OWN);
    HostDirectory mine = rooms.open(all, name);
    int strange = 0;
    for (String other : Rooms.names(all)) {
      if (other.startsWith(ENGINE) && !HERE.contains(other)) {
        strange += takeOver(rooms, all, mine, other);
      }
    }
    return strange;
  }

  private int takeOver(Rooms rooms, HostDirectory all, HostDirectory mine, String other)
      throws IOException {
    HostDirectory seat = rooms.open(all, other);
    if (seat.attributesIfPresent(LOCK) == null) {
      // It is about to be taken, or was left empty.
      return 0;
    }
    try (FileChannel channel = Rooms.lockable(seat, LOCK);
        FileLock dead = tryLock(channel)) {
      if (dead == null) {
        return 0;
      }
      List<String> claims = claims(seat);
      if (!claims.isEmpty() && !installation.equals(installation(seat))) {
        return claims.size();
      }
      for (String each : Rooms.names(seat)) {
        if (!each.equals(LOCK) && !each.equals(INSTALLATION)) {
          seat.move(each, mine, each);
        }
      }
      Rooms.sync(mine);
      // Under the lock: the engine that is about to take this seat notices that it is gone.
      Rooms.empty(seat);
    }
    all.deleteDirectory(other);
    return 0;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // An engine of this process that takes its seat at this moment.
      return null;
    }
  }

  private static String installation(HostDirectory seat) throws IOException {
    if (Rooms.stamp(seat, INSTALLATION) == null) {
      return "";
    }
    byte[] bytes = Rooms.read(seat, INSTALLATION, LONGEST);
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  /** The claims in a seat, in order of their making. */
  static List<String> claims(HostDirectory seat) throws IOException {
    return Rooms.names(seat).stream().filter(ClaimedFile::isOne).sorted().toList();
  }

  /** Leaves the seat; what is claimed stays in it for the next engine. */
  @Override
  public void close() {
    close(lock);
    HERE.remove(name);
  }

  private static void close(@Nullable FileChannel lock) {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      // The process loses the lock either way, at its end.
      return;
    }
  }
}
