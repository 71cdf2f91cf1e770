package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.FileStat.FileType;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one guest is shown of its host's random numbers, and of the identities and times of files.
 * Confined to the guest's thread.
 */
public abstract sealed class HostView {

  private static final HostView REAL = new Real();

  private HostView() {}

  /** Secure random numbers and the real attributes of files. */
  public static HostView real() {
    return REAL;
  }

  /**
   * The same on every host and in every run: random numbers that follow from the seed, files that
   * are numbered as the guest meets them, and one time for all of them.
   */
  public static HostView reproducible(long seed, Instant time) {
    return new Reproducible(seed, time);
  }

  abstract void random(byte[] target);

  abstract long inode(long real);

  abstract FileStat shown(FileStat real);

  /** The order of a directory's entries; may change the list. */
  abstract List<String> listed(List<String> names);

  private static final class Real extends HostView {

    private static final SecureRandom RANDOM = new SecureRandom();

    @Override
    void random(byte[] target) {
      RANDOM.nextBytes(target);
    }

    @Override
    long inode(long real) {
      return real;
    }

    @Override
    FileStat shown(FileStat real) {
      return real;
    }

    @Override
    List<String> listed(List<String> names) {
      return names;
    }
  }

  private static final class Reproducible extends HostView {

    private final long nanos;
    private final Map<Long, Long> inodes = new HashMap<>();
    private long state;

    Reproducible(long seed, Instant time) {
      this.state = seed;
      this.nanos = time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /** SplitMix64, written out so that no version of Java changes the numbers. */
    private long next() {
      state += 0x9e3779b97f4a7c15L;
      long mixed = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
      return mixed ^ (mixed >>> 31);
    }

    @Override
    void random(byte[] target) {
      long bits = 0;
      for (int i = 0; i < target.length; i++) {
        bits = i % Long.BYTES == 0 ? next() : bits >>> Byte.SIZE;
        target[i] = (byte) bits;
      }
    }

    @Override
    long inode(long real) {
      return real == 0 ? 0 : inodes.computeIfAbsent(real, first -> inodes.size() + 1L);
    }

    @Override
    FileStat shown(FileStat real) {
      if (real.equals(FileStat.STREAM)) {
        return real;
      }
      // The size of a directory is the file system's affair.
      long size = real.type() == FileType.DIRECTORY ? 0 : real.size();
      return new FileStat(inode(real.inode()), real.type(), size, nanos, nanos);
    }

    @Override
    List<String> listed(List<String> names) {
      Collections.sort(names);
      return names;
    }
  }
}
