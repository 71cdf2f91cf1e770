;; The harness of linked.wat. It exits with a number to which every kind of link adds.
(module
  (type $first (func (param f32)))
  (type $one (func (param i32) (result i32)))
  (import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (import "env" "work" (func $work (param i32 i32) (result i32)))
  (import "env" "late" (func $late (result i32)))
  (import "env" "memory" (memory 2))
  (table 2 funcref)
  (global $sum (mut i32) (i32.const 0))
  (global $ten i32 (i32.const 10))
  (elem (i32.const 1) $twice)
  (data (i32.const 65536) "\03")
  (func $twice (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))
  (func $add (param i32) (global.set $sum (i32.add (global.get $sum) (local.get 0))))
  (func (export "shout") (param i32) (result i32)
    (i32.add (local.get 0) (global.get $ten)))
  (func (export "_start")
    (drop (call $yield))
    ;; 4 / 2 and the first call
    (call $add (call $work (i32.const 1) (i32.const 4)))
    ;; 4 + 10 and the second call
    (call $add (call $work (i32.const 2) (i32.const 4)))
    ;; 5 of a segment, and 1 + 10
    (call $add (call $late))
    ;; 42 and 3 of the data of both
    (call $add (i32.load8_u (i32.const 100)))
    (call $add (i32.load8_u (i32.const 65536)))
    ;; a table of its own
    (call $add (call_indirect (type $one) (i32.const 7) (i32.const 1)))
    (call $exit (global.get $sum))))
