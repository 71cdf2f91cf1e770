package dev.escarole.web.app.system;

/** Whether the installation and its database answer. */
public record Health(String status) {
  /** They do. */
  public static final Health OK = new Health("ok");
}
