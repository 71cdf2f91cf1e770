package dev.escarole.engine.store.content;

import dev.escarole.engine.store.database.StoreException;

/**
 * A content that is on record is missing or damaged where it was kept, outside of the database. The
 * message names both.
 */
public final class LostContentException extends StoreException {

  private static final long serialVersionUID = 1L;

  private final String what;

  private LostContentException(String what, String where) {
    super(
        "The %s %s Restore it from a backup, or run the step again.".formatted(what, where), null);
    this.what = what;
  }

  static LostContentException missing(OutsideContent content, String place) {
    return new LostContentException(
        of(content) + "is missing in the output store",
        "%s: there is no object %s.".formatted(place, content.key()));
  }

  static LostContentException damaged(OutsideContent content, String place) {
    return new LostContentException(
        of(content) + "is damaged in the output store",
        "%s: the object %s is not what was stored.".formatted(place, content.key()));
  }

  private static String of(OutsideContent content) {
    return "content %s… of %,d bytes ".formatted(content.sha256().substring(0, 12), content.size());
  }

  /** What is wrong with which content, without the place, which is not for everybody. */
  public String what() {
    return what;
  }
}
