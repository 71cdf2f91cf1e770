"""smaller_loop.py SOURCE: makes CPython's evaluation loop fit a method of the JVM (64 KiB).

Three changes to the unpacked source, each stops with an error if the source is another one:
- decreasing a reference count is a function, not inlined at each place;
- code is never specialised, so specialised instructions have no place in the loop;
- rare instructions that neither jump nor call are functions.
"""

import pathlib
import re
import runpy
import sys

# Instructions that stay in the loop because programs spend their time in them.
FREQUENT = set(
    """LOAD_FAST LOAD_CONST STORE_FAST POP_TOP PUSH_NULL BINARY_OP COMPARE_OP LOAD_ATTR LOAD_GLOBAL
    LOAD_METHOD CALL PRECALL RETURN_VALUE FOR_ITER GET_ITER JUMP_BACKWARD JUMP_FORWARD RESUME NOP
    CACHE COPY SWAP BINARY_SUBSCR STORE_ATTR STORE_SUBSCR LOAD_DEREF KW_NAMES EXTENDED_ARG""".split()
)
# What a body that becomes a function cannot do: move in the code, change the frame, look at the opcode.
BOUND = re.compile(
    r"next_instr|JUMP|PREDICTED|goto (?!error;)|cframe|call_shape|DISPATCH_|NEXTOPARG|EVAL_BREAKER"
    r"|throwflag|frame = |frame\+\+|DEOPT_IF|opcode|resume|->prev_instr|SKIP_CALL|first_instr|trace"
)
DECREF = """
static __attribute__((noinline)) void
outlined_decref(PyObject *op)
{
    if (op != NULL && --op->ob_refcnt == 0) {
        (*Py_TYPE(op)->tp_dealloc)(op);
    }
}
#undef Py_DECREF
#undef Py_XDECREF
#undef _Py_DECREF_SPECIALIZED
#define Py_DECREF(arg) outlined_decref(_PyObject_CAST(arg))
#define Py_XDECREF(arg) outlined_decref(_PyObject_CAST(arg))
#define _Py_DECREF_SPECIALIZED(arg, dealloc) outlined_decref(_PyObject_CAST(arg))
"""
FUNCTION = """static __attribute__((noinline)) int
outlined_{name}(PyThreadState *tstate, _PyInterpreterFrame *frame, int oparg)
{{
    PyObject **stack_pointer = _PyFrame_GetStackPointer(frame);
    PyObject *names = frame->f_code->co_names, *consts = frame->f_code->co_consts;
    (void)names; (void)consts;
    {{
{body}
    }}
    Py_UNREACHABLE();
}}
"""
MACROS = """
#define OUT_DONE() do { _PyFrame_SetStackPointer(frame, stack_pointer); return 0; } while (0)
#define OUT_ERROR() do { _PyFrame_SetStackPointer(frame, stack_pointer); return 1; } while (0)
#define OUTLINED(name) \\
    _PyFrame_SetStackPointer(frame, stack_pointer); \\
    outlined_flag = outlined_##name(tstate, frame, oparg); \\
    goto outlined_done
"""
AFTERWARDS = """        outlined_done:
            stack_pointer = _PyFrame_GetStackPointer(frame);
            if (outlined_flag) goto error;
            DISPATCH();
"""


def replaced(text, old, new):
    if text.count(old) != 1:
        sys.exit(f"{old!r} is there {text.count(old)} times, not once")
    return text.replace(old, new)


def instructions(text):
    """Yields (None, line) for each line outside of instructions, else (name, lines of the body)."""
    lines = iter(text.split("\n"))
    for line in lines:
        begin = re.match(r"        TARGET\((\w+)\) \{$", line)
        if not begin:
            yield None, line
            continue
        body = []
        while (each := next(lines)) != "        }":
            body.append(each)
        yield begin.group(1), body


def is_rare(name, body):
    text = "\n".join(body)
    return name not in FREQUENT and len(body) > 4 and "DISPATCH();" in text and not BOUND.search(text)


def smaller(text, specialised):
    loop, functions = [], []
    for name, body in instructions(text):
        if name is None:
            loop.append(body)
        elif name not in specialised:
            plain = [line for line in body if not re.match(r"\s*PREDICT\(", line)]
            if is_rare(name, plain):
                moved = "\n".join(plain).replace("DISPATCH();", "OUT_DONE();")
                moved = moved.replace("goto error;", "OUT_ERROR();")
                functions.append(FUNCTION.format(name=name, body=moved))
                body = [f"            OUTLINED({name});"]
            loop += [f"        TARGET({name}) {{", *body, "        }"]
    print(len(functions), "instructions are functions", file=sys.stderr)
    text = "\n".join(loop)
    head = "\nPyObject* _Py_HOT_FUNCTION\n_PyEval_EvalFrameDefault("
    text = replaced(text, head, MACROS + "\n".join(functions) + head)
    unknown = "#if USE_COMPUTED_GOTOS\n        _unknown_opcode:"
    text = replaced(text, unknown, AFTERWARDS + unknown)
    opcode = "    uint8_t opcode;        /* Current opcode */"
    text = replaced(text, opcode, opcode + "\n    int outlined_flag;")
    return replaced(text, "\n/* Forward declarations */\n", DECREF + "\n/* Forward declarations */\n")


def main():
    source = pathlib.Path(sys.argv[1])
    opcodes = runpy.run_path(str(source / "Lib/opcode.py"))
    specialised = set(opcodes["_specialized_instructions"]) - {"RESUME_QUICK", "JUMP_BACKWARD_QUICK"}
    loop = source / "Python/ceval.c"
    loop.write_text(smaller(loop.read_text(), specialised))
    header = source / "Include/internal/pycore_code.h"
    text = header.read_text()
    header.write_text(replaced(text, "    if (code->co_warmup != 0) {\n", "    if (0) {\n"))


main()
