package dev.escarole.web.cli.text;

/** A command that speaks JSON to programs when asked to; its errors then are JSON, too. */
public interface CanPrintJson {

  boolean printsJson();
}
