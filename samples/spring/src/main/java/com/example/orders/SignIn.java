package com.example.orders;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.HostSignIn;
import dev.escarole.web.app.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.util.HtmlUtils;

/**
 * The sign-in of the application, which the dashboard uses as well. A real one would ask for
 * passwords.
 */
@Controller
class SignIn implements HostSignIn {

  private static final String USER = "user";
  private static final String DASHBOARD = "/ops/escarole/";
  private static final Map<String, Role> USERS =
      Map.of("ada", Role.OPERATOR, "vera", Role.VIEWER);

  @Override
  public Optional<Caller> caller(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    Object user = session == null ? null : session.getAttribute(USER);
    return user instanceof String name && USERS.containsKey(name)
        ? Optional.of(Caller.ofHost(name, USERS.get(name)))
        : Optional.empty();
  }

  @Override
  public Optional<String> signInAddress(String to) {
    return Optional.of("/sign-in?to=" + URLEncoder.encode(to, StandardCharsets.UTF_8));
  }

  @GetMapping(value = "/sign-in", produces = MediaType.TEXT_HTML_VALUE)
  ResponseEntity<String> page(@RequestParam(defaultValue = DASHBOARD) String to) {
    return ResponseEntity.ok(
        """
        <!DOCTYPE html>
        <html lang="en"><title>Orders</title><link rel="icon" href="data:,">
        <h1>Orders</h1>
        <form method="post" action="/sign-in">
          <input type="hidden" name="to" value="%s">
          <button name="user" value="ada">Sign in as Ada, operator</button>
          <button name="user" value="vera">Sign in as Vera, viewer</button>
        </form>
        </html>
        """
            .formatted(HtmlUtils.htmlEscape(to)));
  }

  @PostMapping("/sign-in")
  ResponseEntity<String> signIn(
      HttpServletRequest request, @RequestParam String user, @RequestParam String to) {
    if (!USERS.containsKey(user)) {
      return ResponseEntity.badRequest().body("Nobody has this name.");
    }
    // A new session, so that nobody can know its id from before.
    request.getSession(true);
    request.changeSessionId();
    request.getSession().setAttribute(USER, user);
    String next = to.startsWith(DASHBOARD) ? to : DASHBOARD;
    return ResponseEntity.status(HttpStatus.SEE_OTHER).header("Location", next).build();
  }
}
