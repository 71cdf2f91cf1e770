package dev.escarole.engine.plan;

/** The formats for printing plans. */
public enum PlanFormat {
  /** A tree as text. */
  TREE,
  /** One JSON object. */
  JSON,
  /** A graph for Graphviz. */
  DOT,
  /** A graph for Mermaid. */
  MERMAID
}
