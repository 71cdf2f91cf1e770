package dev.escarole.engine.wasm;

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
 * Transforms a class that Chicory's compiler generated for a {@link MeteredModule}, in three ways
 * for which the compiler has no setting.
 *
 * <ul>
 *   <li>The compiler checks for interrupts on each loop iteration and before each call. That reads
 *       a volatile field, which prevents HotSpot optimizations and costs more than metering. A
 *       metered program checks whenever a slice of fuel is used up.
 *   <li>The interpreter for functions that are too large for a method allocates frames without
 *       limit. A {@link GuestInterpreter} replaces it.
 *   <li>The compiler accesses globals through the instance with a chain of loads. The fuel is
 *       accessed through the memory, which every function has as a parameter.
 * </ul>
 */
final class MeteredClass {

  private static final String INTERPRETER = Type.getInternalName(CompilerInterpreterMachine.class);
  private static final String GUEST_INTERPRETER = Type.getInternalName(GuestInterpreter.class);
  private static final String CHECK = "checkInterruption";
  private static final String READ = "readGlobal";
  private static final String WRITE = "writeGlobal";
  private static final String FUEL = Type.getInternalName(GuestFuel.class);
  private static final String GET_TYPE =
      Type.getMethodDescriptor(Type.LONG_TYPE, Type.getType(Memory.class));
  private static final String SET_TYPE =
      Type.getMethodDescriptor(Type.VOID_TYPE, Type.LONG_TYPE, Type.getType(Memory.class));

  /** Suffix of the compiler's class of helpers. */
  private static final String HELPERS = "Shaded";

  /** Prefix of the compiler's methods for functions. */
  private static final String FUNCTION = "func_";

  private MeteredClass() {}

  static int function(String method) {
    return Integer.parseInt(method.substring(FUNCTION.length()));
  }

  /**
   * @param gauge the global with the rest of the fuel slice
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
      return (call.name.equals(READ) || call.name.equals(WRITE))
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
