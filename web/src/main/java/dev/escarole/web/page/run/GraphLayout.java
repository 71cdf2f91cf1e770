package dev.escarole.web.page.run;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.LayeringStrategy;
import org.eclipse.elk.alg.layered.options.OrderingStrategy;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Alignment;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** Finds places for boxes and ways for arrows between them. Used once, by one thread. */
public final class GraphLayout {

  private static final double BETWEEN_LAYERS = 36;
  private static final double BETWEEN_BOXES = 14;
  private static final double AROUND = 8;

  private final ElkNode graph = ElkGraphUtil.createGraph();
  private final List<ElkNode> nodes = new ArrayList<>();
  private final List<ElkEdge> edges = new ArrayList<>();

  GraphLayout() {
    graph.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
    graph.setProperty(CoreOptions.DIRECTION, Direction.RIGHT);
    graph.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    graph.setProperty(CoreOptions.PADDING, new ElkPadding(AROUND));
    // Branches stand in the order in which they are listed: what failed first.
    graph.setProperty(
        LayeredOptions.CONSIDER_MODEL_ORDER_STRATEGY, OrderingStrategy.NODES_AND_EDGES);
    // Branches begin side by side, right behind the dot in front of them.
    graph.setProperty(LayeredOptions.LAYERING_STRATEGY, LayeringStrategy.LONGEST_PATH_SOURCE);
    graph.setProperty(CoreOptions.RANDOM_SEED, 1);
    graph.setProperty(CoreOptions.SPACING_NODE_NODE, BETWEEN_BOXES);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, BETWEEN_LAYERS);
  }

  /** Where a box stands. */
  public record Spot(int x, int y) {}

  /**
   * Everything in its place.
   *
   * @param spots one for each box, in the order in which they were added
   * @param arrows points as SVG has them
   */
  public record Placed(int width, int height, List<Spot> spots, List<String> arrows) {}

  /** Adds a box and returns its number, from 0. */
  int add(int width, int height) {
    ElkNode node = ElkGraphUtil.createNode(graph);
    node.setDimensions(width, height);
    node.setProperty(CoreOptions.ALIGNMENT, Alignment.LEFT);
    nodes.add(node);
    return nodes.size() - 1;
  }

  void connect(int from, int to) {
    edges.add(ElkGraphUtil.createSimpleEdge(nodes.get(from), nodes.get(to)));
  }

  Placed place() {
    new RecursiveGraphLayoutEngine().layout(graph, new BasicProgressMonitor());
    List<Spot> spots =
        nodes.stream()
            .map(node -> new Spot((int) Math.round(node.getX()), (int) Math.round(node.getY())))
            .toList();
    return new Placed(
        (int) Math.ceil(graph.getWidth()),
        (int) Math.ceil(graph.getHeight()),
        spots,
        edges.stream().map(GraphLayout::arrow).toList());
  }

  private static String arrow(ElkEdge edge) {
    StringJoiner points = new StringJoiner(" ");
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(point(section.getStartX(), section.getStartY()));
      for (ElkBendPoint bend : section.getBendPoints()) {
        points.add(point(bend.getX(), bend.getY()));
      }
      points.add(point(section.getEndX(), section.getEndY()));
    }
    return points.toString();
  }

  private static String point(double x, double y) {
    return Math.round(x) + "," + Math.round(y);
  }
}
