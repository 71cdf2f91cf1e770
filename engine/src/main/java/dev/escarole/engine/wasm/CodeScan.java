package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts.FunctionFacts;
import dev.escarole.engine.wasm.ModuleScan.ModuleShape;
import dev.escarole.engine.wasm.ModuleScan.ModuleShape.Signature;
import dev.escarole.engine.wasm.Signatures.ValueKind;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;

/**
 * Validates one function in one pass: the types on its stack, the limits, and the estimated cost of
 * compiling it. Chicory's validator and compiler walk from each branch to its target, copy the
 * stack at each block, search a loop among its siblings, and merge all locals where branches meet.
 * Here these costs are only counted.
 */
final class CodeScan {

  /** Minimum bytes of Java code for a table target or for zeroing a local. */
  private static final int FOUR_BYTES = 4;

  /** Operands copied per unit of work. */
  private static final int COPIES = 4;

  private final BinaryReader in;
  private final ModuleShape module;
  private final CompileLimits limits;
  private final String results;
  private final CodeStack stack;
  private final StringBuilder locals = new StringBuilder();
  private final Weight weight;

  private CodeScan(
      BinaryReader in, Signature type, ModuleShape module, CompileLimits limits, Weight weight) {
    this.in = in;
    this.module = module;
    this.limits = limits;
    this.results = type.results();
    this.locals.append(type.parameters());
    this.stack = new CodeStack(limits);
    this.weight = weight;
  }

  /**
   * @param in its body, without its size
   * @param weight adds up the cost of compiling it
   */
  static FunctionFacts of(
      BinaryReader in, Signature type, ModuleShape module, CompileLimits limits, Weight weight)
      throws NotAProgramException {
    return new CodeScan(in, type, module, limits, weight).scan();
  }

  private FunctionFacts scan() throws NotAProgramException {
    readLocals();
    stack.open(Op.BLOCK, "", results);
    while (!stack.isDone()) {
      boolean reached = stack.isReached();
      int opcode = in.opcode();
      step(opcode);
      weight.add(reached, opcode);
      weight.check();
    }
    if (in.hasMore()) {
      throw NotAProgramException.invalid("there is code after a function's end");
    }
    return weight.found();
  }

  private void readLocals() throws NotAProgramException {
    limits.check(CompileLimit.LOCALS, locals.length());
    int groups = in.count();
    for (int i = 0; i < groups; i++) {
      int count = in.u32();
      limits.check(CompileLimit.LOCALS, (long) locals.length() + count);
      char kind = ValueKind.read(in);
      for (int j = 0; j < count; j++) {
        locals.append(kind);
      }
      weight.locals(count);
      weight.leastBytes += FOUR_BYTES * (long) count;
      weight.check();
    }
  }

  private void step(int opcode) throws NotAProgramException {
    switch (opcode) {
      case Op.UNREACHABLE -> stack.leave();
      case Op.BLOCK, Op.LOOP, Op.IF -> open(opcode, blockType());
      case Op.TRY_TABLE -> tryTable();
      case Op.ELSE -> stack.otherwise();
      case Op.END -> close();
      case Op.BR -> {
        branch(in.u32());
        stack.leave();
      }
      case Op.BR_IF -> {
        stack.pop(ValueKind.I32);
        branch(in.u32());
      }
      case Op.BR_TABLE -> table();
      case Op.RETURN -> {
        stack.pops(results);
        stack.leave();
      }
      case Op.CALL -> call(module.function(in.u32()));
      case Op.CALL_INDIRECT -> {
        Signature type = module.type(in.u32());
        in.skipNumber();
        stack.pop(ValueKind.I32);
        call(type);
      }
      case Op.CALL_REF -> {
        Signature type = module.type(in.u32());
        stack.pop(ValueKind.REFERENCE);
        call(type);
      }
      case Op.RETURN_CALL, Op.RETURN_CALL_INDIRECT, Op.RETURN_CALL_REF ->
          throw new NotAProgramException(
              "it uses tail calls, which would exhaust the call stack here");
      case Op.THROW -> {
        stack.pops(module.tag(in.u32()).parameters());
        stack.leave();
      }
      case Op.THROW_REF -> {
        stack.pop(ValueKind.REFERENCE);
        stack.leave();
      }
      default -> value(opcode);
    }
  }

  private void value(int opcode) throws NotAProgramException {
    switch (opcode) {
      case Op.DROP -> stack.pop();
      case Op.SELECT, Op.SELECT_TYPED -> select(opcode);
      case Op.LOCAL_GET -> stack.push(local());
      case Op.LOCAL_SET -> stack.pop(local());
      case Op.LOCAL_TEE -> {
        char kind = local();
        stack.pop(kind);
        stack.push(kind);
      }
      case Op.GLOBAL_GET -> stack.push(module.global(in.u32()));
      case Op.GLOBAL_SET -> stack.pop(module.global(in.u32()));
      case Op.BR_ON_NULL, Op.BR_ON_NON_NULL -> branchOnNull(opcode);
      default -> plain(opcode);
    }
  }

  private void plain(int opcode) throws NotAProgramException {
    switch (opcode >> 8 == 0 ? opcode : opcode >> 8) {
      case 0xfb -> throw new NotAProgramException("it uses garbage-collected types");
      case 0xfd -> throw ValueKind.vectors();
      case 0x06, 0x07, 0x09, 0x18, 0x19 ->
          throw new NotAProgramException(
              "it uses the older form of exceptions (try, catch), which is not offered");
      default -> {
        String signature = Signatures.of(opcode);
        if (signature == null) {
          throw NotAProgramException.invalid(String.format("unknown instruction 0x%02x", opcode));
        }
        in.skipOperands(opcode);
        int middle = signature.indexOf(':');
        stack.pops(signature.substring(0, middle));
        stack.pushes(signature.substring(middle + 1));
      }
    }
  }

  private void call(Signature type) throws NotAProgramException {
    stack.pops(type.parameters());
    stack.pushes(type.results());
    weight.work += type.parameters().length() + type.results().length();
  }

  private void select(int opcode) throws NotAProgramException {
    stack.pop(ValueKind.I32);
    if (opcode == Op.SELECT_TYPED) {
      if (in.u32() != 1) {
        throw NotAProgramException.invalid("select has more than one type");
      }
      char kind = ValueKind.read(in);
      stack.pop(kind);
      stack.pop(kind);
      stack.push(kind);
      return;
    }
    char one = stack.pop();
    char other = stack.pop(one);
    stack.push(one == ValueKind.ANY ? other : one);
  }

  private char local() throws NotAProgramException {
    int index = in.u32();
    if (index >= locals.length()) {
      throw NotAProgramException.invalid("unknown local " + index);
    }
    return locals.charAt(index);
  }

  private Signature blockType() throws NotAProgramException {
    int first = in.octet();
    if (first == Op.NO_VALUE) {
      return new Signature("", "");
    } else if (first < 0x40) {
      return module.type(first);
    } else if (first < 0x80) {
      return new Signature("", String.valueOf(ValueKind.of(first, in)));
    }
    return module.type(in.restOfU32(first));
  }

  private void open(int opcode, Signature type) throws NotAProgramException {
    if (opcode == Op.IF) {
      stack.pop(ValueKind.I32);
    }
    stack.pops(type.parameters());
    stack.open(opcode, type.parameters(), type.results());
    long height = stack.height() + (long) type.results().length();
    // The compiler copies the stack twice on entering an if.
    weight.work += height * (opcode == Op.IF ? 2 : 1) / COPIES + type.results().length();
    weight.copy(height);
    weight.join(locals.length() + height);
  }

  private void tryTable() throws NotAProgramException {
    Signature type = blockType();
    int catches = in.count();
    limits.check(CompileLimit.TARGETS, catches);
    for (int i = 0; i < catches; i++) {
      int kind = in.octet();
      String caught = kind <= 1 ? module.tag(in.u32()).parameters() : "";
      int label = in.u32();
      String wanted = caught + (kind == 1 || kind == 3 ? ValueKind.REFERENCE : "");
      if (kind > 3 || !stack.label(label).equals(wanted)) {
        throw NotAProgramException.invalid("a catch does not match its target");
      }
      weight.work += wanted.length();
      weight.jump(label, locals.length() + stack.height(), 0);
    }
    open(Op.TRY_TABLE, type);
  }

  private void close() throws NotAProgramException {
    int siblings = stack.close();
    weight.work += siblings / COPIES;
    weight.uncopy();
    weight.join(locals.length() + stack.height());
  }

  private void branch(int label) throws NotAProgramException {
    String kinds = stack.label(label);
    weight.jump(label, locals.length() + stack.height(), stack.above(label));
    stack.pops(kinds);
    stack.pushes(kinds);
  }

  private void branchOnNull(int opcode) throws NotAProgramException {
    stack.pop(ValueKind.REFERENCE);
    if (opcode == Op.BR_ON_NULL) {
      branch(in.u32());
      stack.push(ValueKind.REFERENCE);
    } else {
      stack.push(ValueKind.REFERENCE);
      branch(in.u32());
      stack.pop();
    }
  }

  private void table() throws NotAProgramException {
    stack.pop(ValueKind.I32);
    int count = in.u32();
    limits.check(CompileLimit.TARGETS, count);
    int arity = -1;
    for (int i = 0; i <= count; i++) {
      int label = in.u32();
      String kinds = stack.label(label);
      if (arity >= 0 && kinds.length() != arity) {
        throw NotAProgramException.invalid("the targets of a br_table differ");
      }
      arity = kinds.length();
      weight.jump(label, locals.length() + stack.height(), stack.above(label));
      stack.compare(kinds);
      weight.work += arity;
      weight.check();
    }
    weight.leastBytes += FOUR_BYTES * (long) count;
    stack.leave();
  }
}
