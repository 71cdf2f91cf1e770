package dev.escarole.web.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Says who sends a request, for a dashboard that is mounted in an application with a sign-in of its
 * own. It is asked twice for a request with a body, so it has to be fast. Must be thread-safe.
 */
@FunctionalInterface
public interface HostSignIn {

  /**
   * The sender of a request, such as {@code Caller.ofHost("ada", Role.OPERATOR)}.
   *
   * @param request with the host's session and attributes; its path is without the dashboard's
   * @return empty if nobody has signed in
   */
  Optional<Caller> caller(HttpServletRequest request);

  /**
   * Where a browser is sent to sign in.
   *
   * @param to the address that it asked for, a path of this host with its query
   * @return an address of the host's; empty if the dashboard only says that somebody has to sign in
   */
  default Optional<String> signInAddress(String to) {
    return Optional.empty();
  }
}
