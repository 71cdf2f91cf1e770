package dev.escarole.engine.notify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A real mail server on loopback that takes mail and keeps what it was told. */
final class MailServer implements AutoCloseable {

  private final ServerSocket server;
  private final @Nullable SSLContext tls;
  private final boolean secureFromTheStart;

  /** The mails, with their headers. */
  final List<String> mails = new CopyOnWriteArrayList<>();

  /** The commands, in order. */
  final List<String> commands = new CopyOnWriteArrayList<>();

  /** How it answers to a recipient. */
  volatile String toRecipient = "250 fine";

  /** Whether it says anything at all. */
  volatile boolean silent;

  MailServer() throws IOException {
    this(null, false);
  }

  /**
   * @param tls for secure connections; null for a server that has none
   * @param secureFromTheStart whether each connection is, without a command
   */
  MailServer(@Nullable SSLContext tls, boolean secureFromTheStart) throws IOException {
    this.tls = tls;
    this.secureFromTheStart = secureFromTheStart;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::accept, "mail-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        serve(secureFromTheStart ? secured(socket) : socket, /* greets= */ true);
      } catch (IOException e) {
        // The sender has gone away, or the test is over.
        commands.add("gone");
      }
    }
  }

  private Socket secured(Socket socket) throws IOException {
    SSLSocket secured =
        (SSLSocket)
            Objects.requireNonNull(tls)
                .getSocketFactory()
                .createSocket(socket, null, socket.getPort(), true);
    secured.setUseClientMode(false);
    secured.startHandshake();
    commands.add("(secure)");
    return secured;
  }

  private void serve(Socket socket, boolean greets) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    OutputStream out = socket.getOutputStream();
    if (greets && !silent) {
      say(out, "220 mail.example");
    }
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      commands.add(line);
      String word = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
      if (word.equals("DATA")) {
        say(out, "354 go on");
        mails.add(mail(in));
        say(out, "250 taken");
      } else if (word.equals("STARTTLS") && tls != null) {
        say(out, "220 go on");
        serve(secured(socket), /* greets= */ false);
        return;
      } else if (word.equals("EHLO") && tls != null) {
        say(out, "250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN");
      } else if (word.equals("AUTH")) {
        say(out, "235 welcome");
      } else if (word.equals("RCPT")) {
        say(out, toRecipient);
      } else if (word.equals("QUIT")) {
        say(out, "221 bye");
        return;
      } else {
        say(out, "250 mail.example");
      }
    }
  }

  private static String mail(BufferedReader in) throws IOException {
    StringBuilder mail = new StringBuilder();
    for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
      mail.append(line).append('\n');
    }
    return mail.toString();
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
