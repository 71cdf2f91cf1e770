package dev.escarole.engine.notify;

import dev.escarole.engine.http.dial.Dialer;
import dev.escarole.engine.http.dial.Dialer.Connection;
import dev.escarole.engine.http.dial.Dialer.ForbiddenAddressException;
import dev.escarole.engine.http.dial.Dialer.Place;
import dev.escarole.engine.notify.Channel.Encryption;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Authenticator;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.util.Date;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/** Sends messages by mail, over a connection whose address was judged before. */
final class MailSender {

  private static final int LASTING = 500;

  private MailSender() {}

  static Attempt send(Dialer dialer, Channel.Mail channel, Message message) {
    boolean secure = channel.encryption() == Encryption.TLS;
    Connection connection;
    try {
      connection =
          dialer.connect(new Place(channel.host(), channel.port(), secure, channel.reach()));
    } catch (ForbiddenAddressException e) {
      return new Attempt.Refused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new Attempt.Failed("no connection: " + e.getMessage(), null);
    }
    try (connection) {
      Session session = session(dialer, channel);
      try (SMTPTransport transport =
          new SMTPTransport(
              session, new URLName("smtp", channel.host(), channel.port(), null, null, null))) {
        transport.connect(connection.socket());
        MimeMessage mail = mail(session, channel, message);
        transport.sendMessage(mail, mail.getAllRecipients());
      }
      return new Attempt.Accepted();
    } catch (AuthenticationFailedException e) {
      return new Attempt.Refused("the mail server does not accept the user or the password");
    } catch (MessagingException e) {
      return connection.isCut()
          ? new Attempt.Failed("the mail server took too long", null)
          : judged(e);
    }
  }

  private static Session session(Dialer dialer, Channel.Mail channel) {
    Properties properties = new Properties();
    properties.setProperty("mail.smtp.host", channel.host());
    properties.setProperty("mail.smtp.localhost", "escarole");
    properties.setProperty("mail.smtp.quitwait", "false");
    properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    if (channel.encryption() == Encryption.STARTTLS) {
      properties.setProperty("mail.smtp.starttls.enable", "true");
      properties.setProperty("mail.smtp.starttls.required", "true");
      properties.put("mail.smtp.ssl.socketFactory", dialer.tls(channel.reach()));
    }
    String user = channel.user();
    Secret password = channel.password();
    if (user == null || password == null) {
      return Session.getInstance(properties);
    }
    properties.setProperty("mail.smtp.auth", "true");
    properties.setProperty("mail.smtp.user", user);
    return Session.getInstance(
        properties,
        new Authenticator() {
          @Override
          protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication(user, password.reveal());
          }
        });
  }

  /** Headers are made of single lines only; the library encodes what is not ASCII. */
  private static MimeMessage mail(Session session, Channel.Mail channel, Message message)
      throws MessagingException {
    MimeMessage mail =
        new MimeMessage(session) {
          @Override
          protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", "<" + message.id() + "@escarole>");
          }
        };
    mail.setFrom(new InternetAddress(channel.from(), true));
    for (String to : channel.to()) {
      mail.addRecipient(RecipientType.TO, new InternetAddress(to, true));
    }
    mail.setSubject("[escarole] " + message.headline(), "UTF-8");
    mail.setSentDate(Date.from(message.at()));
    mail.setHeader("Auto-Submitted", "auto-generated");
    mail.setHeader("Escarole-Delivery", message.id());
    String text = message.headline() + "\n\n" + String.join("\n", message.details()) + "\n";
    mail.setText(text, "UTF-8");
    return mail;
  }

  /** Codes from 500 on are final. */
  private static Attempt judged(MessagingException e) {
    Integer code = code(e);
    String why = "the mail server refused: " + Message.line(String.valueOf(e.getMessage()), 200);
    return code != null && code >= LASTING
        ? new Attempt.Refused(why)
        : new Attempt.Failed(why, null);
  }

  private static @Nullable Integer code(MessagingException e) {
    for (Exception each = e;
        each instanceof MessagingException one;
        each = one.getNextException()) {
      if (one instanceof SMTPAddressFailedException failed) {
        return failed.getReturnCode();
      }
      if (one instanceof SMTPSenderFailedException failed) {
        return failed.getReturnCode();
      }
      if (one instanceof SMTPSendFailedException failed
          && !(failed.getNextException() instanceof SendFailedException)) {
        return failed.getReturnCode();
      }
    }
    return null;
  }
}
