/* Python whose start-up is frozen: the exported function escarole.freeze runs once, when the
   snapshot is made; main runs in each instance of the snapshot. */
#include <Python.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>
#include <wasi/libc-environ.h>

extern char **environ;
void escarole_forget_preopens(void);
const char *escarole_begins_in(void);

/* The function of start.py that carries out a command line. */
static PyObject *run;

static __wasi_timestamp_t first_clock;

/* Instead of libc's, which asks the host for the time in each instance: time since the first call. */
clock_t __clock(void)
{
    __wasi_timestamp_t now = 0;
    (void)__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 0, &now);
    if (!first_clock) first_clock = now;
    return (clock_t)(now - first_clock);
}

clock_t clock(void)
{
    return __clock();
}

static int failed(PyStatus status)
{
    fprintf(stderr, "cannot start Python: %s\n", status.err_msg ? status.err_msg : "unknown");
    return 1;
}

static PyStatus configure(PyConfig *config)
{
    config->use_environment = 0;
    config->user_site_directory = 0;
    config->site_import = 0;
    config->write_bytecode = 0;
    config->install_signal_handlers = 0;
    config->parse_argv = 0;
    config->safe_path = 1;
    config->pathconfig_warnings = 0;
    /* Each leaf hashes alike, so that a run can be repeated. */
    config->use_hash_seed = 1;
    config->hash_seed = 0;
    PyStatus status = PyConfig_SetString(config, &config->program_name, L"python");
    if (PyStatus_Exception(status)) return status;
    status = PyConfig_SetString(config, &config->executable, L"");
    if (PyStatus_Exception(status)) return status;
    status = PyConfig_SetString(config, &config->home, L"/usr");
    if (PyStatus_Exception(status)) return status;
    config->module_search_paths_set = 1;
    return PyWideStringList_Append(&config->module_search_paths, L"/usr/lib/python3.11");
}

/* Answers 0 when the state can be frozen. */
__attribute__((export_name("escarole.freeze"))) int escarole_freeze(void)
{
    PyPreConfig before;
    PyPreConfig_InitPythonConfig(&before);
    before.use_environment = 0;
    before.parse_argv = 0;
    before.utf8_mode = 1;
    PyStatus status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status)) return failed(status);
    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    status = configure(&config);
    if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status)) return failed(status);
    PyObject *start = PyImport_ImportModule("escarole_start");
    if (start) run = PyObject_GetAttrString(start, "run");
    if (!run || PyRun_SimpleString("import escarole_start; escarole_start.finish()")) {
        PyErr_Print();
        return 1;
    }
    escarole_forget_preopens();
    first_clock = 0;
    return 0;
}

static PyObject *decoded(char **words, PyObject *(*each)(const char *))
{
    PyObject *list = PyList_New(0);
    for (; list && words && *words; words++) {
        PyObject *word = each(*words);
        if (!word || PyList_Append(list, word)) return NULL;
        Py_DECREF(word);
    }
    return list;
}

int main(int argc, char **argv)
{
    (void)argc;
    if (!run) {
        fputs("python: this program runs only as the snapshot of its start\n", stderr);
        return 1;
    }
    __wasilibc_initialize_environ();
    PyObject *arguments = decoded(argv, PyUnicode_DecodeFSDefault);
    PyObject *environment = arguments ? decoded(environ, PyBytes_FromString) : NULL;
    PyObject *directory = environment ? PyUnicode_DecodeFSDefault(escarole_begins_in()) : NULL;
    PyObject *code = NULL;
    if (directory) {
        code = PyObject_CallFunctionObjArgs(run, arguments, environment, directory, NULL);
    }
    int status = 1;
    if (code && PyLong_Check(code)) status = (int)PyLong_AsLong(code);
    else PyErr_Print();
    fflush(NULL);
    _exit(status & 0xff);
}
