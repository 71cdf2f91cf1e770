package dev.escarole.engine.wasm.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.wasm.types.OpCode;
import com.dylibso.chicory.wasm.types.WasmEncoding;
import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every instruction that the runtime knows is read to its end, and not further. */
class InstructionReaderTest {

  @Test
  void everyInstructionOfTheRuntime_isReadToItsEnd() throws NotAProgramException {
    Set<Integer> vectors = new HashSet<>();
    for (OpCode opcode : OpCode.values()) {
      if (isForCollectedTypes(opcode)) {
        continue;
      }
      BinaryReader in = new BinaryReader(encoded(opcode));
      Instruction instruction = new InstructionReader(in).next();
      assertThat(in.hasMore()).as("something is left of " + opcode).isFalse();
      assertThat(instruction.end()).as(opcode.name()).isEqualTo(encoded(opcode).length);
      if (opcode.opcode() >> 8 == 0xfd) {
        vectors.add(opcode.opcode() & 0xff);
      }
    }
    // The runtime knows all instructions of the first vector proposal.
    assertThat(vectors).hasSizeGreaterThanOrEqualTo(236);
  }

  @Test
  void aNumberThatNoInstructionHas_isRefused() {
    for (int prefix = 0xfc; prefix <= 0xff; prefix++) {
      for (int number : new int[] {0x100, 0x110c, 1 << 20}) {
        byte[] code = new BinaryWriter().octets(prefix).u32(number).bytes(new byte[16]).toBytes();
        InstructionReader reader = new InstructionReader(new BinaryReader(code));
        assertThatThrownBy(reader::next)
            .as("%x %x", prefix, number)
            .isInstanceOf(NotAProgramException.class)
            .hasMessageContaining("unknown instruction");
      }
    }
  }

  /** Structures and arrays, which live on the host's heap and are refused with their types. */
  private static boolean isForCollectedTypes(OpCode opcode) {
    return opcode.opcode() >> 8 == 0xfb || opcode == OpCode.REF_EQ;
  }

  /** Writes an instruction with operands that take several bytes where they can. */
  private static byte[] encoded(OpCode opcode) {
    BinaryWriter out = new BinaryWriter();
    if (opcode.opcode() > 0xff) {
      out.octets(opcode.opcode() >> 8).u32(opcode.opcode() & 0xff);
    } else {
      out.octets(opcode.opcode());
    }
    for (WasmEncoding operand : OpCode.signature(opcode)) {
      boolean isLane = opcode.opcode() >> 8 == 0xfd && operand == WasmEncoding.VARUINT;
      write(isLane ? WasmEncoding.BYTE : operand, out);
    }
    return out.toBytes();
  }

  private static void write(WasmEncoding operand, BinaryWriter out) {
    switch (operand) {
      case VARUINT -> out.u32(300);
      case VARSINT32, VARSINT64 -> out.s64(-100_000);
      case FLOAT32 -> out.bytes(new byte[4]);
      case FLOAT64 -> out.bytes(new byte[8]);
      case VEC_VARUINT -> out.u32(2).u32(300).u32(0);
      case VEC_CATCH -> out.u32(2).octets(0).u32(300).u32(0).octets(2).u32(300);
      case BYTE -> out.octets(5);
      case V128 -> out.bytes(new byte[16]);
      case BLOCK_TYPE -> out.octets(Op.NO_VALUE);
      case VEC_VALUE_TYPE -> out.u32(1).octets(Op.I32);
      case MEMARG -> out.u32(3).u32(100_000);
    }
  }
}
