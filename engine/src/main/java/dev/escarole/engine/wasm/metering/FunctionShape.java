package dev.escarole.engine.wasm.metering;

/** The parts of a function's type that its body needs. Immutable. */
final class FunctionShape {

  private final int parameters;
  private final int results;
  private final byte[] blockType;

  private FunctionShape(int parameters, int results, byte[] blockType) {
    this.parameters = parameters;
    this.results = results;
    this.blockType = blockType;
  }

  /** Reads one entry of the type section. */
  static FunctionShape read(BinaryReader in) throws NotAProgramException {
    if (in.octet() != 0x60) {
      throw new NotAProgramException("it uses garbage-collected types");
    }
    int parameters = in.u32();
    for (int i = 0; i < parameters; i++) {
      in.skipValueType();
    }
    int results = in.u32();
    byte[] blockType = {Op.NO_VALUE};
    for (int i = 0; i < results; i++) {
      int from = in.position();
      in.skipValueType();
      blockType = in.slice(from, in.position());
    }
    return new FunctionShape(parameters, results, blockType);
  }

  /** The number of parameters, which are the function's first locals. */
  int parameters() {
    return parameters;
  }

  int results() {
    return results;
  }

  /** Writes the type of a block with these results, at most one. */
  void writeBlockType(BinaryWriter out) {
    out.bytes(blockType);
  }
}
