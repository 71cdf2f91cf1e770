package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** Whether the installation and its database answer. */
public record Health(@Documented(words = "ok") String status) {
  /** They do. */
  public static final Health OK = new Health("ok");
}
