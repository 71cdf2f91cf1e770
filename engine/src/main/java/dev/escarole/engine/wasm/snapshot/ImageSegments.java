package dev.escarole.engine.wasm.snapshot;

import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.Op;

/** Writes a memory as active data segments without its long stretches of zeros. */
final class ImageSegments {

  private static final int FIRST_GAP = 64;

  /** Each segment costs time when the module is parsed. */
  private static final int MOST_SEGMENTS = 4096;

  private final byte[] image;
  private final int gap;
  private BinaryWriter out = new BinaryWriter();
  private int count;

  private ImageSegments(byte[] image, int gap) {
    this.image = image;
    this.gap = gap;
  }

  static ImageSegments of(byte[] image) {
    for (int gap = FIRST_GAP; ; gap *= 2) {
      ImageSegments segments = new ImageSegments(image, gap);
      if (segments.write()) {
        return segments;
      }
    }
  }

  int count() {
    return count;
  }

  byte[] bytes() {
    return out.toBytes();
  }

  /** Whether there are not too many. */
  private boolean write() {
    for (int from = next(0); from < image.length; ) {
      int to = end(from);
      if (++count > MOST_SEGMENTS) {
        return false;
      }
      out.octets(0, Op.I32_CONST).s64(from).octets(Op.END).u32(to - from).bytes(image, from, to);
      from = next(to);
    }
    return true;
  }

  private int next(int from) {
    int at = from;
    while (at < image.length && image[at] == 0) {
      at++;
    }
    return at;
  }

  /** The end of a segment: behind the last byte before a long stretch of zeros. */
  private int end(int from) {
    int end = from;
    for (int at = from; at < image.length && at - end < gap; at++) {
      if (image[at] != 0) {
        end = at + 1;
      }
    }
    return end;
  }
}
