package dev.escarole.engine.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * What an engine tells the others about itself. Immutable. Stored as JSON; fields of later versions
 * are ignored.
 *
 * @param version of Escarole
 * @param clockAheadMillis by how much its clock is ahead of the database's; negative if it is
 *     behind
 * @param claims interrupted runs of others that it has resumed in the last minute
 * @param refusal why it claims and fires nothing; null if it does
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodeReport(
    String version, NodeWork work, long clockAheadMillis, int claims, @Nullable String refusal) {

  /**
   * What an engine does now. Immutable.
   *
   * @param runs under way
   * @param queued runs that its recipes do not allow to start yet
   * @param workers commands that it can run at once
   * @param busy commands that it runs
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record NodeWork(int runs, int queued, int workers, int busy) {}
}
