package dev.escarole.web.app.remote;

import dev.escarole.web.app.Actor;
import dev.escarole.web.app.ActorHeader;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.audit.SentLine;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** An installation that another process of the same user has open, for every actor. Thread-safe. */
public final class RemoteInstallation implements AgentSupport, AutoCloseable {

  private static final int NO_CONTENT = 204;
  private static final int TOO_MANY = 429;

  private final SocketTransport transport;
  private final Server server;

  /**
   * @param socket where the other process answers
   */
  public RemoteInstallation(Path socket) {
    this.transport = new SocketTransport(socket);
    this.server = new Server(transport);
  }

  @Override
  public Escarole as(Actor actor) {
    return RemoteEscarole.over(transport.with(Map.of(ActorHeader.NAME, ActorHeader.of(actor))));
  }

  @Override
  public boolean admits(String principal) {
    String name = URLEncoder.encode(principal, StandardCharsets.UTF_8);
    return post(QUOTA_PATH + "?principal=" + name, new byte[0]) == NO_CONTENT;
  }

  @Override
  public void heard(SentLine line) {
    int unused = post(LINES_PATH, Documents.bytes(line));
  }

  /**
   * Cuts off whoever still waits for an answer, with {@link RefusalCode#NO_ANSWER}: of a process
   * that ends in an orderly way, a connection can stay open for a while that nobody serves.
   */
  @Override
  public void close() {
    transport.close();
  }

  private int post(String path, byte[] body) {
    Transport.Request request =
        new Transport.Request("POST", path, Map.of("Content-Type", Server.JSON), body);
    try (Transport.Answer answer = server.send(request)) {
      if (answer.status() != NO_CONTENT && answer.status() != TOO_MANY) {
        throw Server.foreign("status " + answer.status());
      }
      return answer.status();
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.NO_ANSWER, "the process that has the data directory open is gone", "");
    }
  }
}
