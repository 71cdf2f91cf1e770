package dev.escarole.web.access;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/** The headers that every answer bears, so that a browser does with it nothing but show it. */
final class AnswerHeaders {

  private static final Map<String, String> HEADERS = new LinkedHashMap<>();

  static {
    HEADERS.put(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none';"
            + " frame-ancestors 'none'");
    HEADERS.put("X-Content-Type-Options", "nosniff");
    HEADERS.put("X-Frame-Options", "DENY");
    HEADERS.put("Referrer-Policy", "same-origin");
    HEADERS.put("Cross-Origin-Opener-Policy", "same-origin");
    HEADERS.put("Cross-Origin-Resource-Policy", "same-origin");
    HEADERS.put(
        "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    HEADERS.put("Cache-Control", "no-store");
  }

  private AnswerHeaders() {}

  static void set(Context ctx) {
    HEADERS.forEach(ctx::header);
  }
}
