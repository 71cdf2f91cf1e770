package dev.escarole.engine.shell;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Principal;
import java.util.function.LongSupplier;

/** What all lines of a session share. */
record Session(
    ExecBroker broker,
    Principal principal,
    ShellOptions options,
    Redirections files,
    Variables variables,
    LongSupplier nanos) {

  /** Begins to put values in place of variables, for one command. */
  Expansion expansion() {
    return new Expansion(variables, options.limits().argvBytes());
  }
}
