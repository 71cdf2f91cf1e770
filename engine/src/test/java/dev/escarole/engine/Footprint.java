package dev.escarole.engine;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What this process holds at one moment, once everything that nobody refers to is gone.
 *
 * @param descriptors open file descriptors of the process
 * @param threads live threads
 * @param programs compiled programs on the heap, each of which may be shared by many instances
 * @param instances instances of WebAssembly programs on the heap
 * @param memories linear memories on the heap
 * @param heapBytes everything that is left on the heap
 */
record Footprint(
    int descriptors, int threads, long programs, long instances, long memories, long heapBytes) {

  private static final String PROGRAM = "dev.escarole.engine.wasm.Program";

  private static final String INSTANCE = "com.dylibso.chicory.runtime.Instance";
  private static final String MEMORY = "dev.escarole.engine.wasm.FlatMemory";

  /** Collects garbage and counts. */
  static Footprint now() {
    // What is unloaded or cleaned up after one collection is free after the next.
    System.gc();
    System.gc();
    String histogram = histogram();
    System.gc();
    String[] descriptors = new File("/proc/self/fd").list();
    return new Footprint(
        descriptors == null ? 0 : descriptors.length,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        count(histogram, PROGRAM),
        count(histogram, INSTANCE),
        count(histogram, MEMORY),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  private static String histogram() {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long count(String histogram, String className) {
    Matcher line =
        Pattern.compile("(\\d+)\\s+\\d+\\s+" + Pattern.quote(className) + "(\\s|$)")
            .matcher(histogram);
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }
}
