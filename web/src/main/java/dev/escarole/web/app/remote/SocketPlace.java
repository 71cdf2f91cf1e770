package dev.escarole.web.app.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * Where the process that holds a data directory listens for others of the same user: two Unix
 * domain sockets in that directory. At the door, anybody may knock at no cost; behind it the same
 * interface answers as that of a server. Immutable.
 *
 * <p>The name of a socket must be short, whatever system it is on. Of a directory whose name is too
 * long for that, the sockets are in a directory for temporary files, which only the user can enter
 * and whose name follows from that of the data directory.
 *
 * @param door where to ask whether somebody is there
 * @param api where requests are answered once somebody has said so
 */
public record SocketPlace(Path door, Path api) {

  private static final int LONGEST = 100;
  private static final String DOOR = "escarole.sock";
  private static final String API = "escarole-api.sock";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** The sockets of a data directory; looks at nothing. */
  public static SocketPlace of(Path data) {
    Path real = real(data);
    Path near = real.resolve(API);
    if (near.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
      return new SocketPlace(real.resolve(DOOR), near);
    }
    Path directory =
        Path.of(System.getProperty("java.io.tmpdir")).resolve("escarole-" + hash(real.toString()));
    return new SocketPlace(directory.resolve(DOOR), directory.resolve(API));
  }

  private static Path real(Path data) {
    try {
      return data.toRealPath();
    } catch (IOException e) {
      return data.toAbsolutePath().normalize();
    }
  }

  private static String hash(String text) {
    try {
      byte[] bytes =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(bytes, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java has SHA-256", e);
    }
  }

  /**
   * Makes sure that nobody but the user can enter the directory of the sockets.
   *
   * @throws IOException if it is somebody else's, or others can enter it
   */
  public void prepare() throws IOException {
    Path directory = door.getParent();
    try {
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      check(directory);
    }
  }

  /**
   * Whether the directory of the sockets is one that only the user can enter.
   *
   * @throws IOException if it is somebody else's, or others can enter it
   */
  public void check() throws IOException {
    check(door.getParent());
  }

  private static void check(Path directory) throws IOException {
    String user = System.getProperty("user.name");
    String owner = Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).getName();
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS);
    boolean open =
        permissions.contains(PosixFilePermission.GROUP_WRITE)
            || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    boolean link = Files.isSymbolicLink(directory);
    if (link || open || !owner.equals(user)) {
      throw new IOException(
          "%s belongs to %s, or others can write in it".formatted(directory, owner));
    }
  }
}
