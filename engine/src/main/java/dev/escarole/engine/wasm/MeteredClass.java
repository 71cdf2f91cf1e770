package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.internal.CompilerInterpreterMachine;
import dev.escarole.engine.wasm.metering.MeteredModule;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Improves a class that Chicory's compiler made of a {@link MeteredModule}, in three ways that its
 * compiler has no setting for.
 *
 * <ul>
 *   <li>It asks on each way back of a loop and before each call whether the thread was interrupted.
 *       That reads a volatile field, which keeps HotSpot from moving anything past it, and costs
 *       more than accounting does. A metered program asks whenever a slice of its fuel is used up.
 *   <li>What interprets functions that are too large for a method takes frames from the host's heap
 *       without bound. A {@link GuestInterpreter} takes its place.
 *   <li>It reads and writes globals by way of the instance, through a chain of loads. What remains
 *       of the fuel is found by way of the memory, which every function has at hand.
 * </ul>
 */
final class MeteredClass {

  private static final String INTERPRETER = Type.getInternalName(CompilerInterpreterMachine.class);
  private static final String GUEST_INTERPRETER = Type.getInternalName(GuestInterpreter.class);
  private static final String CHECK = "checkInterruption";
  private static final String READ = "readGlobal";
  private static final String WRITE = "writeGlobal";
  private static final String READ_TYPE =
      Type.getMethodDescriptor(Type.LONG_TYPE, Type.INT_TYPE, Type.getType(Instance.class));
  private static final String WRITE_TYPE =
      Type.getMethodDescriptor(
          Type.VOID_TYPE, Type.LONG_TYPE, Type.INT_TYPE, Type.getType(Instance.class));
  private static final String FUEL = Type.getInternalName(GuestFuel.class);
  private static final String GET_TYPE =
      Type.getMethodDescriptor(Type.LONG_TYPE, Type.getType(Memory.class));
  private static final String SET_TYPE =
      Type.getMethodDescriptor(Type.VOID_TYPE, Type.LONG_TYPE, Type.getType(Memory.class));

  /** How the compiler's name for the class of its helpers ends. */
  private static final String HELPERS = "Shaded";

  /** How the compiler's names for the methods that are functions begin. */
  private static final String FUNCTION = "func_";

  private MeteredClass() {}

  /** Which function became the method with this name. */
  static int function(String method) {
    return Integer.parseInt(method.substring(FUNCTION.length()));
  }

  /**
   * Returns the class improved.
   *
   * @param gauge the global that holds what remains of the fuel
   */
  static byte[] of(byte[] original, int gauge) {
    ClassReader in = new ClassReader(original);
    if (in.getClassName().endsWith(HELPERS)) {
      return original;
    }
    ClassWriter out = new ClassWriter(in, 0);
    in.accept(new Methods(out, gauge), 0);
    return out.toByteArray();
  }

  private static final class Methods extends ClassVisitor {

    private final int gauge;

    Methods(ClassVisitor next, int gauge) {
      super(Opcodes.ASM9, next);
      this.gauge = gauge;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions) {
        @Override
        public void visitEnd() {
          for (AbstractInsnNode instruction : instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call && call.owner.endsWith(HELPERS)) {
              improve(this, call);
            } else {
              replaceInterpreter(instruction);
            }
          }
          accept(next);
        }
      };
    }

    private static void replaceInterpreter(AbstractInsnNode instruction) {
      if (instruction instanceof TypeInsnNode created && created.desc.equals(INTERPRETER)) {
        created.desc = GUEST_INTERPRETER;
      } else if (instruction instanceof MethodInsnNode call
          && call.owner.equals(INTERPRETER)
          && call.name.equals("<init>")) {
        call.owner = GUEST_INTERPRETER;
      }
    }

    private void improve(MethodNode method, MethodInsnNode call) {
      if (call.name.equals(CHECK)) {
        method.instructions.remove(call);
      } else if (method.name.startsWith(FUNCTION) && isAccessToFuel(call)) {
        boolean reads = call.name.equals(READ);
        // The last two parameters of a function are its memory and its instance.
        VarInsnNode instance = (VarInsnNode) call.getPrevious();
        method.instructions.remove(instance.getPrevious());
        instance.var--;
        call.owner = FUEL;
        call.name = reads ? "get" : "set";
        call.desc = reads ? GET_TYPE : SET_TYPE;
      }
    }

    private boolean isAccessToFuel(MethodInsnNode call) {
      boolean toGlobal =
          (call.name.equals(READ) && call.desc.equals(READ_TYPE))
              || (call.name.equals(WRITE) && call.desc.equals(WRITE_TYPE));
      return toGlobal
          && call.getPrevious() instanceof VarInsnNode instance
          && instance.getOpcode() == Opcodes.ALOAD
          && instance.getPrevious() != null
          && isConstant(instance.getPrevious(), gauge);
    }

    private static boolean isConstant(AbstractInsnNode instruction, int value) {
      if (instruction instanceof IntInsnNode number) {
        return number.operand == value;
      } else if (instruction instanceof LdcInsnNode constant) {
        return constant.cst.equals(value);
      }
      int opcode = instruction.getOpcode();
      return opcode >= Opcodes.ICONST_0
          && opcode <= Opcodes.ICONST_5
          && opcode - Opcodes.ICONST_0 == value;
    }
  }
}
