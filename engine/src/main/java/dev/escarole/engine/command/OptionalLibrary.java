package dev.escarole.engine.command;

/** Libraries that an application adds if it wants what needs them. */
public enum OptionalLibrary {
  QUARTZ("org.quartz.Scheduler", "Schedules need", "org.quartz-scheduler:quartz"),
  MAIL(
      "org.eclipse.angus.mail.smtp.SMTPTransport",
      "Messages by mail need",
      "org.eclipse.angus:angus-mail"),
  HTTP(
      "org.apache.hc.core5.http.ClassicHttpRequest",
      "HTTP requests of commands need",
      "org.apache.httpcomponents.core5:httpcore5"),
  XZ("org.tukaani.xz.XZInputStream", "Archives that end with .xz need", "org.tukaani:xz"),
  POSTGRESQL("org.postgresql.Driver", "PostgreSQL needs", "org.postgresql:postgresql");

  private final String type;
  private final String needs;
  private final String coordinates;

  OptionalLibrary(String type, String needs, String coordinates) {
    this.type = type;
    this.needs = needs;
    this.coordinates = coordinates;
  }

  /** Whether it is on the class path. */
  public boolean isPresent() {
    try {
      Class.forName(type, false, OptionalLibrary.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Says what is missing and how it is added. */
  public String missing() {
    return ("%s the library %s, which is not on the class path;"
            + " the pom of escarole-engine has its version")
        .formatted(needs, coordinates);
  }

  /**
   * Does nothing if it is present.
   *
   * @throws IllegalStateException otherwise, with {@link #missing}
   */
  public void require() {
    if (!isPresent()) {
      throw new IllegalStateException(missing());
    }
  }
}
