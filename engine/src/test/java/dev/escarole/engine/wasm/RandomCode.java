package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.BinaryWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;

/**
 * Random programs of blocks, loops, branches and calls, each together with what it should return
 * and how many instructions that should take. Every program is written and executed here, by rules
 * of its own, so that the accounts can be compared with it.
 */
final class RandomCode {

  /** A statement, written as code and executed here. */
  private interface Statement {

    void write(BinaryWriter out);

    /** Returns how many blocks to leave by a branch, or a negative number to go on. */
    int run(State state);
  }

  /** What a run of the program has come to. */
  static final class State {
    private final int[] locals = new int[5];
    private long instructions;

    /** Instructions that conditional branches left out, which large functions pay, or more. */
    private long skipped;
  }

  private static final int GO_ON = -1;
  private static final int RETURN = 1_000_000;
  private static final int BUDGET = 4;

  private final Random random;
  private final boolean[] loops = new boolean[64];
  private final Statement body;

  /** Bytes of the program's code, which has no more instructions. */
  private int size;

  RandomCode(long seed) {
    this.random = new Random(seed);
    this.body = sequence(0);
  }

  /**
   * What the program returns for an argument, how many instructions it executes, and how many it
   * pays at most if its functions are large.
   */
  record Expected(int result, long instructions, long most) {}

  Expected run(int argument) {
    State state = new State();
    state.locals[0] = argument;
    state.locals[BUDGET] = 20;
    state.instructions = 2;
    if (body.run(state) != RETURN) {
      state.instructions++;
    }
    return new Expected(state.locals[1], state.instructions, state.instructions + state.skipped);
  }

  byte[] module() {
    // Throws and catches, 4 instructions, or 3 if the argument is 0; returns 7.
    return module(
        0,
        octets(
            0, 0x02, 0x40, 0x1f, 0x40, 1, 2, 0, 0x20, 0, 0x04, 0x40, 0x08, 0, 0x0b, 0x0b, 0x0b,
            0x41, 7, 0x0b));
  }

  /** The same program with functions that defer what they pay, and without exceptions. */
  byte[] moduleOfLargeFunctions() {
    // The same results and costs as with an exception.
    return module(
        Heavy.LARGE,
        octets(0, 0x02, 0x40, 0x20, 0, 0x04, 0x40, 0x0c, 1, 0x0b, 0x0b, 0x41, 7, 0x0b));
  }

  private byte[] module(int padding, byte[] last) {
    BinaryWriter code = new BinaryWriter().octets(1, 4, 0x7f).bytes(Heavy.nops(padding));
    code.octets(0x41, 20, 0x21, BUDGET);
    body.write(code);
    code.octets(0x20, 1, 0x0b);
    size = code.toBytes().length - padding;
    BinaryWriter bodies = new BinaryWriter().octets(3).sized(code.toBytes());
    // Leaves by a branch, with two results: 4 instructions, or 6 if the argument is 0.
    BinaryWriter second = new BinaryWriter().octets(0).bytes(Heavy.nops(padding));
    second.octets(0x20, 0, 0x20, 0, 0x20, 0, 0x0d, 0, 0x41, 1, 0x6a, 0x0b);
    bodies.sized(second.toBytes()).sized(last);
    BinaryWriter out = new BinaryWriter().octets(0, 'a', 's', 'm', 1, 0, 0, 0);
    int[] types = {
      4, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 1, 0x7f, 2, 0x7f, 0x7f, 0x60, 2, 0x7f, 0x7f, 2, 0x7f, 0x7f,
      0x60, 0, 0
    };
    section(out, 1, types);
    section(out, 3, 3, 0, 1, 0);
    if (padding == 0) {
      section(out, 13, 1, 0, 3);
    }
    section(out, 7, 1, 1, 'f', 0, 0);
    return out.octets(10).sized(bodies.toBytes()).toBytes();
  }

  private Statement sequence(int depth) {
    List<Statement> all = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      all.add(statement(depth));
    }
    return new Statement() {
      @Override
      public void write(BinaryWriter out) {
        all.forEach(statement -> statement.write(out));
      }

      @Override
      public int run(State state) {
        for (Statement statement : all) {
          int leave = statement.run(state);
          if (leave != GO_ON) {
            return leave;
          }
        }
        return GO_ON;
      }
    };
  }

  private Statement statement(int depth) {
    int kind = random.nextInt(depth > 6 ? 7 : 11);
    return switch (kind) {
      case 0, 1 -> add(random.nextInt(4), random.nextInt(4), 1 + random.nextInt(3));
      case 2 -> multiple(random.nextInt(4), random.nextInt(4));
      case 3 -> call(1 + random.nextInt(2), random.nextInt(4));
      case 4 -> depth == 0 ? add(0, 1, 2) : branchIfBudget(random.nextInt(depth));
      case 5 -> depth == 0 ? add(2, 1, 3) : table(depth);
      case 6 -> random.nextInt(6) == 0 ? leave() : add(3, 3, 1);
      case 7, 8 -> nested(depth, false);
      case 9 -> nested(depth, true);
      default -> choice(depth, random.nextInt(4), random.nextBoolean());
    };
  }

  private static Statement simple(byte[] code, ToIntFunction<State> run) {
    return new Statement() {
      @Override
      public void write(BinaryWriter out) {
        out.bytes(code);
      }

      @Override
      public int run(State state) {
        return run.applyAsInt(state);
      }
    };
  }

  private static Statement add(int one, int other, int target) {
    return simple(
        octets(0x20, one, 0x20, other, 0x6a, 0x21, target),
        state -> {
          state.locals[target] = state.locals[one] + state.locals[other];
          state.instructions += 4;
          return GO_ON;
        });
  }

  /** A block with two parameters and two results. */
  private static Statement multiple(int one, int other) {
    return simple(
        octets(
            0x20, one, 0x20, other, 0x02, 2, 0x20, one, 0x0d, 0, 0x41, 5, 0x6a, 0x0b, 0x73, 0x21,
            2),
        state -> {
          int a = state.locals[one];
          int b = state.locals[other];
          state.instructions += a == 0 ? 8 : 6;
          state.skipped += a == 0 ? 0 : 2;
          state.locals[2] = a ^ (a == 0 ? b + 5 : b);
          return GO_ON;
        });
  }

  private static Statement call(int function, int local) {
    byte[] code =
        function == 1
            ? octets(0x20, local, 0x10, 1, 0x6a, 0x21, 3)
            : octets(0x20, local, 0x10, 2, 0x21, 3);
    return simple(
        code,
        state -> {
          int x = state.locals[local];
          state.instructions += function == 1 ? (x == 0 ? 10 : 8) : (x == 0 ? 6 : 7);
          state.skipped += function == 1 && x != 0 ? 2 : 0;
          state.locals[3] = function == 1 ? (x == 0 ? 1 : 2 * x) : 7;
          return GO_ON;
        });
  }

  private Statement branchIfBudget(int label) {
    return simple(
        octets(0x20, BUDGET, 0x41, 1, 0x6b, 0x22, BUDGET, 0x41, 0, 0x4a, 0x0d, label),
        state -> {
          state.instructions += 7;
          boolean leaves = --state.locals[BUDGET] > 0;
          state.skipped += leaves ? size : 0;
          return leaves ? label : GO_ON;
        });
  }

  /** Goes on at one of three blocks; never at a loop, which might not end. */
  private Statement table(int depth) {
    int[] labels = new int[3];
    for (int i = 0; i < 3; i++) {
      labels[i] = random.nextInt(depth);
      if (loops[depth - 1 - labels[i]]) {
        return add(1, 2, 3);
      }
    }
    int local = random.nextInt(4);
    return simple(
        octets(0x20, local, 0x0e, 2, labels[0], labels[1], labels[2]),
        state -> {
          state.instructions += 2;
          int x = state.locals[local];
          return x == 0 || x == 1 ? labels[x] : labels[2];
        });
  }

  private static Statement leave() {
    return simple(
        octets(0x20, 1, 0x0f),
        state -> {
          state.instructions += 2;
          return RETURN;
        });
  }

  private Statement nested(int depth, boolean loop) {
    loops[depth] = loop;
    Statement inner = sequence(depth + 1);
    return new Statement() {
      @Override
      public void write(BinaryWriter out) {
        out.octets(loop ? 0x03 : 0x02, 0x40);
        inner.write(out);
        out.octets(0x0b);
      }

      @Override
      public int run(State state) {
        int leave = inner.run(state);
        while (loop && leave == 0) {
          leave = inner.run(state);
        }
        return outwards(leave);
      }
    };
  }

  private Statement choice(int depth, int local, boolean hasElse) {
    loops[depth] = false;
    Statement then = sequence(depth + 1);
    loops[depth] = false;
    Statement otherwise = sequence(depth + 1);
    return new Statement() {
      @Override
      public void write(BinaryWriter out) {
        out.octets(0x20, local, 0x04, 0x40);
        then.write(out);
        if (hasElse) {
          out.octets(0x05);
          otherwise.write(out);
        }
        out.octets(0x0b);
      }

      @Override
      public int run(State state) {
        state.instructions += 2;
        if (state.locals[local] != 0) {
          return outwards(then.run(state));
        }
        return hasElse ? outwards(otherwise.run(state)) : GO_ON;
      }
    };
  }

  /** What a branch out of a block means one block further out. */
  private static int outwards(int leave) {
    if (leave == RETURN) {
      return RETURN;
    }
    return leave <= 0 ? GO_ON : leave - 1;
  }

  private static void section(BinaryWriter out, int id, int... content) {
    out.octets(id).sized(octets(content));
  }

  private static byte[] octets(int... octets) {
    return new BinaryWriter().octets(octets).toBytes();
  }
}
