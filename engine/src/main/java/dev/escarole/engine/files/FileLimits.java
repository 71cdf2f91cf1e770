package dev.escarole.engine.files;

/**
 * Limits on the files of a run: on those that are kept, and likewise on those that are given to it.
 *
 * @param files how many
 * @param bytes their size together
 */
public record FileLimits(int files, long bytes) {

  /** 1,000 files with 256 MiB. */
  public static final FileLimits DEFAULTS = new FileLimits(1_000, 256L << 20);
}
