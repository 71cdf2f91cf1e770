package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.Signatures.ValueKind;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.ArrayList;
import java.util.List;

/** Operand stack and open blocks at one point of a function. */
final class CodeStack {

  private final CompileLimits limits;
  private final StringBuilder values = new StringBuilder();
  private final List<Open> open = new ArrayList<>();

  CodeStack(CompileLimits limits) {
    this.limits = limits;
  }

  boolean isDone() {
    return open.isEmpty();
  }

  int height() {
    return values.length();
  }

  boolean isReached() {
    return !top().left;
  }

  void push(char kind) throws NotAProgramException {
    values.append(kind);
    limits.check(CompileLimit.OPERANDS, values.length());
  }

  void pushes(String kinds) throws NotAProgramException {
    values.append(kinds);
    limits.check(CompileLimit.OPERANDS, values.length());
  }

  char pop() throws NotAProgramException {
    Open block = top();
    int last = values.length() - 1;
    if (last >= block.height) {
      char kind = values.charAt(last);
      values.setLength(last);
      return kind;
    } else if (block.left) {
      return ValueKind.ANY;
    }
    throw NotAProgramException.invalid("an instruction needs more operands than there are");
  }

  char pop(char expected) throws NotAProgramException {
    char kind = pop();
    if (kind != expected && kind != ValueKind.ANY && expected != ValueKind.ANY) {
      throw NotAProgramException.invalid("an operand has another type than its instruction needs");
    }
    return kind;
  }

  void pops(String kinds) throws NotAProgramException {
    for (int i = kinds.length() - 1; i >= 0; i--) {
      pop(kinds.charAt(i));
    }
  }

  /** Checks that these operands are on the stack without popping them. */
  void compare(String kinds) throws NotAProgramException {
    Open block = top();
    for (int i = 0; i < kinds.length(); i++) {
      int at = values.length() - kinds.length() + i;
      if (at < block.height) {
        if (!block.left) {
          throw NotAProgramException.invalid("an instruction needs more operands than there are");
        }
      } else if (values.charAt(at) != kinds.charAt(i) && values.charAt(at) != ValueKind.ANY) {
        throw NotAProgramException.invalid(
            "an operand has another type than its instruction needs");
      }
    }
  }

  void open(int opcode, String parameters, String results) throws NotAProgramException {
    if (!open.isEmpty()) {
      top().children++;
    }
    open.add(new Open(opcode, parameters, results, values.length()));
    limits.check(CompileLimit.NESTING, open.size() - 1L);
    pushes(parameters);
  }

  void otherwise() throws NotAProgramException {
    Open block = top();
    if (block.opcode != Op.IF) {
      throw NotAProgramException.invalid("else without if");
    }
    finish(block);
    block.opcode = Op.ELSE;
    block.left = false;
    pushes(block.parameters);
  }

  /** Returns the number of siblings that the compiler searches for a loop. */
  int close() throws NotAProgramException {
    Open block = top();
    finish(block);
    if (block.opcode == Op.IF && !block.parameters.equals(block.results)) {
      throw NotAProgramException.invalid("an if with results has no else");
    }
    open.remove(open.size() - 1);
    if (open.isEmpty()) {
      return 0;
    }
    pushes(block.results);
    return block.opcode == Op.LOOP ? top().children : 0;
  }

  private void finish(Open block) throws NotAProgramException {
    pops(block.results);
    if (values.length() != block.height) {
      throw NotAProgramException.invalid("a block leaves more operands than its type says");
    }
  }

  void leave() {
    Open block = top();
    values.setLength(block.height);
    block.left = true;
  }

  /** The types that a branch to this label passes. */
  String label(int label) throws NotAProgramException {
    Open target = target(label);
    return target.opcode == Op.LOOP ? target.parameters : target.results;
  }

  /** The number of operands above the stack height at which the target of the label was opened. */
  int above(int label) throws NotAProgramException {
    return Math.max(0, values.length() - target(label).height);
  }

  private Open target(int label) throws NotAProgramException {
    if (label >= open.size()) {
      throw NotAProgramException.invalid("unknown label " + label);
    }
    return open.get(open.size() - 1 - label);
  }

  private Open top() {
    return open.get(open.size() - 1);
  }

  private static final class Open {
    private final String parameters;
    private final String results;
    private final int height;
    private int opcode;
    private int children;
    private boolean left;

    Open(int opcode, String parameters, String results, int height) {
      this.opcode = opcode;
      this.parameters = parameters;
      this.results = results;
      this.height = height;
    }
  }
}
