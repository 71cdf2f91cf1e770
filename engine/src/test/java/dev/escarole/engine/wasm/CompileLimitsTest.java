package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.Op;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Programs that would take the host minutes, or all of its memory, to compile. */
class CompileLimitsTest {

  /** Generous, for a machine that does much else at the same time. */
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Sandbox sandbox = new Sandbox();

  @AfterEach
  void close() {
    sandbox.close();
  }

  private void assertRefused(byte[] module, String... why) {
    long began = System.nanoTime();
    Outcome outcome = sandbox.run(module).outcome();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(outcome.kind()).isEqualTo(Kind.UNUSABLE_PROGRAM);
    assertThat(outcome.exitCode()).isEqualTo(125);
    assertThat(outcome.detail()).contains("cannot run").contains(why);
    assertThat(took).isLessThan(SOON);
    // Whoever adds the program is told the same.
    String problem = ProgramCheck.problem(module, RunnerOptions.defaults()).orElseThrow();
    assertThat(outcome.detail()).endsWith(problem);
  }

  @Test
  void a_table_with_a_million_targets_is_refused() {
    assertRefused(
        Heavy.functions(Heavy.body(Heavy.table(1_000_000))),
        "it has 1000000 targets of one br_table, at most 65536 are allowed (compile-targets)");
  }

  @Test
  void a_nest_of_five_megabytes_is_refused() {
    BinaryWriter nothing = new BinaryWriter();
    byte[] nest = Heavy.body(Heavy.nest(1_666_666, Op.BLOCK, nothing));
    assertRefused(Heavy.functions(nest), "compile-function-size");
    byte[] smaller = Heavy.body(Heavy.nest(1_000_000, Op.LOOP, nothing));
    assertRefused(Heavy.functions(smaller), "compile-nesting");
  }

  @Test
  void branches_from_deep_inside_are_refused_where_there_are_too_many() {
    BinaryWriter branches = Heavy.branches(300_000, 9_999);
    byte[] deep = Heavy.body(Heavy.nest(10_000, Op.BLOCK, branches));
    assertRefused(Heavy.functions(deep), "compile-work");
  }

  @Test
  void a_table_in_a_nest_is_refused_where_its_targets_are_too_far() {
    BinaryWriter table = new BinaryWriter();
    for (int i = 0; i < 20; i++) {
      table.octets(Op.BLOCK, Op.NO_VALUE, 0x41, 0, Op.BR_TABLE).u32(60_000);
      for (int j = 0; j <= 60_000; j++) {
        table.u32(9_000);
      }
      table.octets(Op.END);
    }
    assertRefused(Heavy.functions(Heavy.body(Heavy.nest(9_500, Op.BLOCK, table))), "compile-work");
  }

  @Test
  void loops_beside_one_another_are_refused_where_there_are_too_many() {
    assertRefused(Heavy.functions(Heavy.body(Heavy.loops(330_000))), "compile-work");
  }

  @Test
  void locals_are_refused_where_there_are_too_many() {
    assertRefused(Heavy.functions(Heavy.locals(45_000)), "compile-locals");
    assertRefused(Heavy.functions(50_000, Heavy.locals(16_000)), "compile-work");
    BinaryWriter groups = new BinaryWriter().u32(400_000);
    for (int i = 0; i < 400_000; i++) {
      groups.u32(50_000).octets(Op.I32);
    }
    assertRefused(Heavy.functions(groups.octets(Op.END).toBytes()), "compile-locals");
  }

  @Test
  void locals_merged_at_many_places_are_refused_or_interpreted() {
    BinaryWriter many = new BinaryWriter().u32(1).u32(8_000).octets(Op.I32);
    byte[] body = many.bytes(Heavy.joins(9_000).toBytes()).octets(Op.END).toBytes();
    assertThat(sandbox.run(Heavy.functions(body)).outcome()).isEqualTo(Outcome.exited(0));
    BinaryWriter fewer = new BinaryWriter().u32(1).u32(2_000).octets(Op.I32);
    byte[] small = fewer.bytes(Heavy.joins(4_000).toBytes()).octets(Op.END).toBytes();
    assertRefused(Heavy.functions(300, small), "compile-work");
  }

  @Test
  void operands_are_refused_where_there_are_too_many() {
    BinaryWriter nothing = new BinaryWriter();
    for (int count : new int[] {8_193, 32_768, 100_000}) {
      byte[] body = Heavy.body(Heavy.operands(count, nothing));
      assertRefused(Heavy.functions(body), "operands on the stack", "(compile-operands)");
    }
    byte[] most = Heavy.body(Heavy.operands(8_192, nothing));
    assertThat(sandbox.run(Heavy.functions(most)).outcome()).isEqualTo(Outcome.exited(0));
  }

  @Test
  void a_stack_copied_at_every_block_is_refused() {
    BinaryWriter blocks = Heavy.operands(8_000, Heavy.nest(9_000, Op.BLOCK, new BinaryWriter()));
    assertRefused(Heavy.functions(200, Heavy.body(blocks)), "compile-work");
  }

  @Test
  void equal_types_times_functions_are_refused() {
    byte[] empty = Heavy.bytes(0, Op.END);
    assertRefused(Heavy.typed(Heavy.types(50_000), 50_000, empty), "compile-work");
  }

  @Test
  void entries_and_functions_are_refused_where_there_are_too_many() {
    byte[] empty = Heavy.bytes(0, Op.END);
    assertRefused(Heavy.functions(200_001, empty), "compile-functions");
    assertRefused(Heavy.typed(Heavy.types(200_001), 1, empty), "compile-entries");
  }

  @Test
  void counts_larger_than_the_remaining_bytes_are_refused() {
    int[] most = {0xff, 0xff, 0xff, 0xff, 0x07};
    for (int section : new int[] {1, 2, 3, 4, 6, 7, 9, 10, 11, 13}) {
      BinaryWriter out = new BinaryWriter().octets(0, 'a', 's', 'm', 1, 0, 0, 0);
      assertRefused(out.octets(section).sized(Heavy.bytes(most)).toBytes(), "too early");
    }
    // Parameters of a type, items of a segment, bytes of data.
    assertRefused(section(1, 1, 0x60, 0xff, 0xff, 0xff, 0xff, 7), "too early");
    assertRefused(section(9, 1, 1, 0, 0xff, 0xff, 0xff, 0xff, 7), "too early");
    assertRefused(section(11, 1, 1, 0xff, 0xff, 0xff, 0xff, 7), "too early");
  }

  private static byte[] section(int id, int... content) {
    BinaryWriter out = new BinaryWriter().octets(0, 'a', 's', 'm', 1, 0, 0, 0);
    return out.octets(id).sized(Heavy.bytes(content)).toBytes();
  }

  @Test
  void a_million_mistakes_are_refused_at_the_first() {
    byte[] wrong = Heavy.body(Heavy.mistakes(1_000_000));
    assertRefused(Heavy.functions(wrong), "another type");
  }

  @Test
  void names_in_any_order_cost_nothing() {
    Random random = new Random(11);
    BinaryWriter names = new BinaryWriter().u32(400_000);
    for (int i = 0; i < 400_000; i++) {
      names.u32(random.nextInt(1 << 27)).octets(1, 'n');
    }
    BinaryWriter custom = new BinaryWriter().octets(4, 'n', 'a', 'm', 'e', 1);
    custom.sized(names.toBytes());
    byte[] program = Modules.start();
    BinaryWriter out = new BinaryWriter().bytes(program).octets(0).sized(custom.toBytes());
    long began = System.nanoTime();
    assertThat(sandbox.run(out.toBytes()).outcome()).isEqualTo(Outcome.exited(0));
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
  }

  @Test
  void unsupported_features_are_refused_with_the_reason() {
    assertRefused(Modules.start(0x12, 0), "it uses tail calls");
    assertRefused(Modules.start(0x41, 0, 0x13, 0, 0), "it uses tail calls");
    assertRefused(Modules.start(0xd0, 0, 0x15, 0), "it uses tail calls");
    int[] vector = Modules.concat(new int[] {0xfd, 12}, new int[16], new int[] {0x1a});
    assertRefused(Modules.start(vector), "it uses vector instructions (SIMD)");
    assertRefused(Modules.start(0x06, 0x40, 0x0b), "the older form of exceptions");
    assertRefused(Modules.start(0xfb, 0, 0), "it uses garbage-collected types");
  }

  @Test
  void what_is_just_allowed_is_compiled_soon() {
    assertRuns(Heavy.functions(Heavy.body(Heavy.loops(8_000))));
    assertRuns(
        Heavy.functions(Heavy.body(Heavy.nest(9_999, Op.BLOCK, Heavy.branches(5_000, 5_000)))));
    assertRuns(Heavy.functions(30, Heavy.locals(16_000)));
    assertRuns(Heavy.typed(Heavy.types(450), 450, Heavy.bytes(0, Op.END)));
  }

  /** Chicory begins anew with the whole module for each function that is too large. */
  @Test
  void many_functions_too_large_for_a_method_do_not_multiply_the_time() {
    assertRuns(Heavy.functions(60, Heavy.body(Heavy.joins(4_000))));
  }

  private void assertRuns(byte[] module) {
    long began = System.nanoTime();
    assertThat(sandbox.run(module).outcome()).isEqualTo(Outcome.exited(0));
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
  }

  @Test
  void a_name_in_a_module_cannot_fill_or_forge_a_refusal() {
    String forged = "x\n\u001b]0;title\u0007honest: done" + "y".repeat(100_000);
    byte[] module = Modules.importing("env", forged);
    String detail = sandbox.run(module).outcome().detail();
    assertThat(detail).hasSizeLessThan(400).contains("it imports env.x??]0;title?honest: done");
    assertThat(ProgramCheck.problem(module, RunnerOptions.defaults()).orElseThrow())
        .hasSizeLessThan(200)
        .doesNotContain("\n", "\u001b");
  }

  @Test
  void an_operator_sets_each_limit() {
    byte[] module = Modules.start(0x01);
    for (CompileLimit limit : CompileLimit.values()) {
      assertThat(ProgramCheck.problem(module, with(limit, 1 << 20))).as(limit.setting()).isEmpty();
    }
    RunnerOptions small = with(CompileLimit.SIZE, module.length - 1);
    assertThat(ProgramCheck.problem(module, small).orElseThrow())
        .isEqualTo(
            "it is too large: it has %d bytes, at most %d are allowed (compile-size)",
            module.length, module.length - 1);
    assertThatThrownBy(() -> CompileLimits.standard().with(CompileLimit.WORK, 0))
        .hasMessage("compile-work must be at least 1, was 0");
  }

  private static RunnerOptions with(CompileLimit limit, long most) {
    return RunnerSetups.with(MemoryBudget.ofThisJvm(), CompileLimits.standard().with(limit, most));
  }
}
