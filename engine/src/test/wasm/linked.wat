;; A module that is linked with linking.wat. It calls functions of its harness, directly and through
;; a table, and has a data segment that its code drops.
(module
  (type $one (func (param i32) (result i32)))
  (import "env" "shout" (func $shout (param i32) (result i32)))
  (import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))
  (memory (export "memory") 1)
  (table 3 funcref)
  (global $calls (mut i32) (i32.const 0))
  (elem (i32.const 1) $half $shout)
  (data (i32.const 100) "\2a")
  (data $late "\05")
  (func $half (param i32) (result i32) (i32.div_u (local.get 0) (i32.const 2)))
  ;; The result of the function at a place of the table, and the number of the call.
  (func (export "work") (param i32 i32) (result i32)
    (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
    (drop (call $yield))
    (i32.add
      (global.get $calls)
      (call_indirect (type $one) (local.get 1) (local.get 0))))
  (func (export "late") (result i32)
    (memory.init $late (i32.const 200) (i32.const 0) (i32.const 1))
    (data.drop $late)
    (i32.add (i32.load8_u (i32.const 200)) (call $shout (i32.const 1))))
  (func (export "unused") (param f64) (result f64) (local.get 0)))
