package dev.escarole.web.cli;

/** A command that speaks JSON to programs when asked to; its errors then are JSON, too. */
interface CanPrintJson {

  boolean printsJson();
}
