package dev.escarole.web.app.remote;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.Verbs;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.RunsNews;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The application of an installation that another process holds: whatever is asked of it is asked
 * there by the table of verbs. Refusals are those of that process; that it does not answer, or is
 * not Escarole, has codes of its own. Thread-safe.
 */
public final class RemoteEscarole implements InvocationHandler {

  private static final Map<Method, Verb<?, ?>> VERBS = verbs();

  private final Server server;

  private RemoteEscarole(Transport transport) {
    this.server = new Server(transport);
  }

  /**
   * At a server of the network.
   *
   * @param address such as {@code http://localhost:8420}, without a slash at its end
   * @param token empty for none
   */
  public static Escarole at(URI address, String token) {
    return over(new NetworkTransport(address, token));
  }

  /** At a server of this machine that listens on a Unix domain socket. */
  public static Escarole at(Path socket) {
    return over(new SocketTransport(socket));
  }

  static Escarole over(Transport transport) {
    return escarole(new RemoteEscarole(transport));
  }

  private static Escarole escarole(InvocationHandler handler) {
    return (Escarole)
        Proxy.newProxyInstance(
            Escarole.class.getClassLoader(), new Class<?>[] {Escarole.class}, handler);
  }

  /** Each verb tells which method it is by calling it. */
  @SuppressWarnings("NullAway") // Nobody looks at the input, or at the reply.
  private static Map<Method, Verb<?, ?>> verbs() {
    Map<Method, Verb<?, ?>> verbs = new HashMap<>();
    for (Verb<?, ?> verb : Verbs.ALL) {
      Escarole listening =
          escarole(
              (proxy, method, input) -> {
                verbs.put(method, verb);
                return null;
              });
      Object unused = verb.ask(listening, null);
    }
    return verbs;
  }

  @Override
  @SuppressWarnings("unchecked") // The types of the parameters.
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return method.invoke(this, arguments);
    }
    if (method.getName().equals("follow")) {
      Escarole escarole = (Escarole) proxy;
      return new FollowedRemoteRun(
              escarole,
              server,
              escarole.head((RunName) arguments[0]),
              (Consumer<RunNews>) arguments[1])
          .begin();
    }
    return method.getName().equals("followRuns")
        ? new RemoteFollowing.OfRuns(server, (Consumer<RunsNews>) arguments[0]).begin()
        : ask(Objects.requireNonNull(VERBS.get(method)), arguments[0]);
  }

  @SuppressWarnings("unchecked") // The reply of such a verb is bytes.
  private <Q extends Record> Object ask(Verb<Q, ?> verb, Object input) {
    Q request = verb.request().cast(input);
    return verb.reply() == OutputBytes.class
        ? RemoteBytes.of(server, (Verb<Q, OutputBytes>) verb, request)
        : server.ask(verb, request);
  }
}
