package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.runtime.internal.CompilerInterpreterMachine;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.FunctionType;
import dev.escarole.engine.broker.ProgramCode;
import java.io.Serial;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the functions of a compiled program that are too large for a method, or whole programs
 * if {@link ProgramCode#INTERPRETED} is set, and accounts for their frames in the guest's {@link
 * FrameMemory}. Public because compiled programs create it; not for other use. Confined to the
 * guest's thread.
 */
public final class GuestInterpreter extends CompilerInterpreterMachine {

  /** A frame without locals and open blocks. */
  private static final int FRAME_BYTES = 256;

  /** An open block and its entry in a list. */
  private static final int BLOCK_BYTES = 40;

  /** A value, its type and its position. */
  private static final int LOCAL_BYTES = 24;

  /** An operand, and its copy when the stack grows. */
  private static final int OPERAND_BYTES = 12;

  private long operands;

  /** How many blocks of each function that was called can be open at once. */
  private final Map<Integer, Integer> depths = new HashMap<>();

  /**
   * Creates an interpreter.
   *
   * @param interpreted the functions that are not compiled
   */
  public GuestInterpreter(Instance instance, int[] interpreted) {
    super(instance, interpreted);
  }

  /** Interprets a whole program. */
  static GuestInterpreter ofAll(Instance instance) {
    return new GuestInterpreter(instance, IntStream.range(0, instance.functionCount()).toArray());
  }

  @Override
  protected long[] call(
      MStack stack,
      Instance instance,
      Deque<StackFrame> callStack,
      int function,
      long[] arguments,
      @Nullable FunctionType callType,
      boolean popResults) {
    FunctionBody body = instance.function(function);
    FrameMemory room = instance.memory() instanceof FlatMemory memory ? memory.frames() : null;
    if (body == null || room == null) {
      return super.call(stack, instance, callStack, function, arguments, callType, popResults);
    }
    long grown = stack.array().length - operands;
    if (grown > 0) {
      room.take(OPERAND_BYTES * grown);
      operands += grown;
    }
    long frame =
        FRAME_BYTES
            + LOCAL_BYTES * (long) (arguments.length + body.localTypes().size())
            + BLOCK_BYTES * (long) depths.computeIfAbsent(function, each -> depth(body));
    room.take(frame);
    try {
      return super.call(stack, instance, callStack, function, arguments, callType, popResults);
    } finally {
      room.give(frame);
    }
  }

  private static int depth(FunctionBody body) {
    int open = 0;
    int most = 0;
    for (AnnotatedInstruction instruction : body.instructions()) {
      switch (instruction.opcode()) {
        case BLOCK, LOOP, IF, TRY_TABLE -> most = Math.max(most, ++open);
        case END -> open--;
        default -> {}
      }
    }
    return most;
  }

  /**
   * Heap memory of the interpreter for one guest: frames of functions that are too large for a Java
   * method. The guest controls the number of locals and the call depth, so frames are taken from
   * its share of the {@link MemoryBudget}, up to the guest's memory limit. Confined to the guest's
   * thread.
   */
  static final class FrameMemory {

    private final MemoryBudget.Share share;
    private final long most;
    private long taken;

    FrameMemory(MemoryBudget.Share share, long most) {
      this.share = share;
      this.most = most;
    }

    static final class Exhausted extends RuntimeException {
      @Serial private static final long serialVersionUID = 1L;

      Exhausted(String message) {
        super(message, null, false, false);
      }
    }

    /**
     * @throws Exhausted if they are not available
     */
    void take(long bytes) {
      if (bytes > most - taken) {
        throw new Exhausted(
            "the locals and operands of its calls need more than " + most + " bytes");
      } else if (!share.take(bytes)) {
        throw new Exhausted("guests have no memory left for the locals and operands of its calls");
      }
      taken += bytes;
    }

    void give(long bytes) {
      taken -= bytes;
      share.give(bytes);
    }
  }
}
