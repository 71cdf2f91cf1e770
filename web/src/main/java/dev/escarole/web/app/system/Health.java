package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** Whether the installation and its database respond. */
public record Health(@Documented(words = "ok") String status) {
  /** Both respond. */
  public static final Health OK = new Health("ok");
}
