package dev.escarole.engine.plan;

/** The forms in which a plan can be printed. */
public enum PlanFormat {
  /** A tree of lines for people. */
  TREE,
  /** One JSON object. */
  JSON,
  /** A graph for Graphviz. */
  DOT,
  /** A graph for Mermaid. */
  MERMAID
}
