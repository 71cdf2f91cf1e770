package dev.escarole.engine.store.database;

import org.h2.Driver;

/**
 * The version of H2 on the class path, which an application may choose. Only 2.4 kept every
 * committed row of a file when its process was killed.
 */
final class H2Version {

  private static final int MAJOR = 2;
  private static final int MINOR = 4;

  private H2Version() {}

  /** Whether committed rows of a file survive a kill. */
  static boolean isReliable() {
    Driver driver = Driver.load();
    return driver.getMajorVersion() == MAJOR && driver.getMinorVersion() == MINOR;
  }

  /**
   * Does nothing if it may keep runs in a file.
   *
   * @throws StoreException if it would lose some of them
   */
  static void checkFile(DatabaseAddress address) {
    if (!isReliable()) {
      throw new StoreException(
          "The database %s is not opened with %s, which loses rows of a file when its process is"
                  .formatted(address, name())
              + " killed. Use version 2.4 of com.h2database:h2 (with the parent of Spring Boot:"
              + " the property h2.version), or PostgreSQL.",
          null);
    }
  }

  /** Such as {@code H2 2.3}. */
  static String name() {
    Driver driver = Driver.load();
    return "H2 %d.%d".formatted(driver.getMajorVersion(), driver.getMinorVersion());
  }
}
