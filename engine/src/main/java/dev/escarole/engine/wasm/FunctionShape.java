package dev.escarole.engine.wasm;

/**
 * A function's type, as far as its body needs to know it.
 *
 * @param parameters how many it has; they are its first locals
 * @param results how many it has
 * @param blockType the type of a block with these results; meaningless if there are several
 */
record FunctionShape(int parameters, int results, byte... blockType) {

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
}
