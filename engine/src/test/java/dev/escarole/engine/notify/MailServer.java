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
import java.util.concurrent.CopyOnWriteArrayList;

/** A real mail server on loopback that takes plain mail and keeps what it was told. */
final class MailServer implements AutoCloseable {

  private final ServerSocket server;

  /** The mails, with their headers. */
  final List<String> mails = new CopyOnWriteArrayList<>();

  /** The commands, in order. */
  final List<String> commands = new CopyOnWriteArrayList<>();

  /** How it answers to a recipient. */
  volatile String toRecipient = "250 fine";

  /** Whether it says anything at all. */
  volatile boolean silent;

  MailServer() throws IOException {
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
        serve(socket);
      } catch (IOException e) {
        // The sender has gone away, or the test is over.
        commands.add("gone");
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    OutputStream out = socket.getOutputStream();
    if (!silent) {
      say(out, "220 mail.example");
    }
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      commands.add(line);
      String word = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
      if (word.equals("DATA")) {
        say(out, "354 go on");
        mails.add(mail(in));
        say(out, "250 taken");
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
