package dev.escarole.web.app;

import dev.escarole.web.app.audit.SentLine;

/** An installation as those need it who serve agents. Thread-safe. */
public interface AgentSupport extends EscaroleFactory {

  /** Where another process of the same user charges a quota: 204 if something is left, else 429. */
  String QUOTA_PATH = "/guest/quota";

  /** Where another process of the same user puts lines of agents on record. */
  String LINES_PATH = "/guest/lines";

  /**
   * Charges a principal's quota of calls in a second for a line that it sends.
   *
   * @return false if the quota of this second is used up; asking in vain costs nothing
   */
  boolean admits(String principal);

  /** Puts a line that an agent sent on record. */
  void heard(SentLine line);
}
