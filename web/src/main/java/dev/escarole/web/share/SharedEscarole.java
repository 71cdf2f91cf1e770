package dev.escarole.web.share;

import dev.escarole.web.app.Actor;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RerunRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.util.Set;
import java.util.UUID;

/**
 * Asks whoever has the data directory open, and asks again when that process is gone, unless what
 * was asked may have been done. Thread-safe.
 */
final class SharedEscarole implements InvocationHandler {

  /** What is not the same when it is done twice. A launch is, by its key. */
  static final Set<String> ONCE =
      Set.of(
          "call",
          "shell",
          "removeCommand",
          "delete",
          "deleteFilter",
          "deleteRuns",
          "prune",
          "clearCache",
          "resend",
          "testChannel",
          "approve",
          "reject",
          "answer",
          "retryFile",
          "runSchedule");

  private final SharedInstallation shared;
  private final Actor actor;

  private SharedEscarole(SharedInstallation shared, Actor actor) {
    this.shared = shared;
    this.actor = actor;
  }

  static Escarole of(SharedInstallation shared, Actor actor) {
    return (Escarole)
        Proxy.newProxyInstance(
            Escarole.class.getClassLoader(),
            new Class<?>[] {Escarole.class},
            new SharedEscarole(shared, actor));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return method.invoke(this, arguments);
    }
    AgentSupport asked = shared.current();
    if (asked instanceof Installation) {
      return call(asked.as(actor), method, arguments);
    }
    if (Following.class.equals(method.getReturnType())) {
      return shared.ask(
          new SharedFollowing(
                  shared, actor, escarole -> (Following) call(escarole, method, arguments))
              ::follow,
          e -> true);
    }
    Object[] keyed = withKey(arguments);
    return shared.ask(
        support -> call(support.as(actor), method, keyed),
        e -> !ONCE.contains(method.getName()) || e.getCause() instanceof ConnectException);
  }

  private static Object call(Escarole escarole, Method method, Object[] arguments) {
    try {
      return method.invoke(escarole, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error fatal) {
        throw fatal;
      }
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("BUG: the interface is public", e);
    }
  }

  /** Of a launch that is asked for twice, the key says that it is the same. */
  private static Object[] withKey(Object[] arguments) {
    Object first = arguments[0];
    if (first instanceof LaunchRequest request && request.key() == null) {
      return new Object[] {request.withKey(UUID.randomUUID().toString())};
    }
    if (first instanceof RerunRequest request && request.key() == null) {
      return new Object[] {request.withKey(UUID.randomUUID().toString())};
    }
    return arguments;
  }
}
