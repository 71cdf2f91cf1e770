package dev.escarole.engine.plan;

/** The formats for printing plans. */
public enum PlanFormat {
  TREE,
  JSON,
  DOT,
  MERMAID
}
