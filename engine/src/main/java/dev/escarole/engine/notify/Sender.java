package dev.escarole.engine.notify;

import dev.escarole.engine.command.OptionalLibrary;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.http.dial.Dialer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Set;

/** Sends a message to a channel, once. Thread-safe. */
final class Sender {

  /** A larger file is put aside. */
  static final long MOST_FILE_BYTES = 64L << 20;

  private final HttpSender http;
  private final Dialer dialer;

  Sender(Dialer dialer, InstantSource clock) {
    this.dialer = dialer;
    this.http = new HttpSender(dialer, clock);
  }

  /** Sends a message; what the attempt says holds no secret of the channel. */
  Attempt send(Channel channel, Message message) {
    Attempt attempt;
    if (channel instanceof Channel.Web web) {
      attempt = http.send(web, message);
    } else if (channel instanceof Channel.Mail mail) {
      // Not loaded before the first mail.
      attempt =
          OptionalLibrary.MAIL.isPresent()
              ? MailSender.send(dialer, mail, message)
              : new Attempt.Refused(OptionalLibrary.MAIL.missing());
    } else {
      attempt = append(((Channel.Lines) channel).file(), message);
    }
    if (attempt instanceof Attempt.Failed failed) {
      return new Attempt.Failed(shown(channel, failed.why()), failed.pause());
    }
    return attempt instanceof Attempt.Refused refused
        ? new Attempt.Refused(shown(channel, refused.why()))
        : attempt;
  }

  private static String shown(Channel channel, String why) {
    return Message.line(channel.clean(why), 300);
  }

  /** One line, in one write, that survives a crash of the machine. */
  private static synchronized Attempt append(Path file, Message message) {
    byte[] line = Bodies.bytes(message.fields());
    ByteBuffer bytes = ByteBuffer.allocate(line.length + 1);
    bytes.put(line).put((byte) '\n').flip();
    try {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) > MOST_FILE_BYTES) {
        Path aside = file.resolveSibling(file.getFileName() + ".1");
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      }
      Set<OpenOption> how =
          Set.of(
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.APPEND,
              LinkOption.NOFOLLOW_LINKS);
      try (FileChannel channel = PrivateFiles.open(file, how)) {
        while (bytes.hasRemaining()) {
          int unused = channel.write(bytes);
        }
        channel.force(true);
      }
      return new Attempt.Accepted();
    } catch (IOException e) {
      return new Attempt.Failed("the file cannot be written: " + e.getMessage(), null);
    }
  }
}
