package dev.escarole.web.cli.resident;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/** Who is at the other end of a socket. */
final class Peer {

  private Peer() {}

  /** Whether it is a process of the user of this one. False where the system does not tell. */
  static boolean isOwn(SocketChannel channel) {
    try {
      String user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
      return user.equals(System.getProperty("user.name"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
