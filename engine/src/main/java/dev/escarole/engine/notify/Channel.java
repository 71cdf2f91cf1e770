package dev.escarole.engine.notify;

import dev.escarole.engine.http.dial.Reach;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where messages go, as the operator has set it up. Immutable. */
sealed interface Channel {

  /**
   * What all channels have.
   *
   * @param perHour most messages in an hour; 0 for no limit
   */
  record Head(String name, boolean forRecipes, int perHour) {}

  Head head();

  /** The kind in one word. */
  String kind();

  /** Where messages go, without secrets. */
  String target();

  /** Removes the secrets of this channel from a text. */
  String clean(String text);

  /** The body that a receiver expects. */
  enum Style {
    WEBHOOK,
    SLACK,
    TEAMS;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An address that takes JSON.
   *
   * @param key signs the body; null for none
   */
  record Web(Head head, Style style, Secret url, @Nullable Secret key, Reach reach)
      implements Channel {

    URI uri() {
      return URI.create(URI.create(url.reveal()).toASCIIString());
    }

    @Override
    public String kind() {
      return style.word();
    }

    /** The rest of an address often is a secret. */
    @Override
    public String target() {
      URI uri = uri();
      return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    @Override
    public String clean(String text) {
      String path = String.valueOf(uri().getRawPath());
      String cleaned = new Secret(path).hiddenIn(url.hiddenIn(text));
      return key == null ? cleaned : key.hiddenIn(cleaned);
    }
  }

  /** How a mail server is spoken to. */
  enum Encryption {
    /** From the first byte. */
    TLS,
    /** From a command on, without which nothing is sent. */
    STARTTLS,
    /** Not at all. */
    NONE
  }

  /**
   * A mail server.
   *
   * @param user null to send without signing in
   */
  record Mail(
      Head head,
      String host,
      int port,
      Encryption encryption,
      @Nullable String user,
      @Nullable Secret password,
      String from,
      List<String> to,
      Reach reach)
      implements Channel {

    public Mail {
      to = List.copyOf(to);
    }

    @Override
    public String kind() {
      return "smtp";
    }

    @Override
    public String target() {
      return host + ":" + port + " to " + String.join(", ", to);
    }

    @Override
    public String clean(String text) {
      return password == null ? text : password.hiddenIn(text);
    }
  }

  /** A file that grows by a line for each message. */
  record Lines(Head head, Path file) implements Channel {
    @Override
    public String kind() {
      return "file";
    }

    @Override
    public String target() {
      return file.toString();
    }

    @Override
    public String clean(String text) {
      return text;
    }
  }
}
