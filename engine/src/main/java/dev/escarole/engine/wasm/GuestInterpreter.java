package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.runtime.internal.CompilerInterpreterMachine;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.FunctionType;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the functions of a compiled program that are too large for a method, and accounts for
 * their frames in the guest's {@link FrameMemory}. Public because compiled programs create it; not
 * for other use. Confined to the guest's thread.
 */
public final class GuestInterpreter extends CompilerInterpreterMachine {

  /** A frame without locals, with its blocks. */
  private static final int FRAME_BYTES = 256;

  /** A value, its type and its position. */
  private static final int LOCAL_BYTES = 24;

  /** An operand, and its copy when the stack grows. */
  private static final int OPERAND_BYTES = 12;

  private long operands;

  /**
   * Creates an interpreter.
   *
   * @param interpreted the functions that are not compiled
   */
  public GuestInterpreter(Instance instance, int[] interpreted) {
    super(instance, interpreted);
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
    long frame = FRAME_BYTES + LOCAL_BYTES * (long) (arguments.length + body.localTypes().size());
    room.take(frame);
    try {
      return super.call(stack, instance, callStack, function, arguments, callType, popResults);
    } finally {
      room.give(frame);
    }
  }
}
