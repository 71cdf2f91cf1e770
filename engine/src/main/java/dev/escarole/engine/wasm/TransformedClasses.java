package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.internal.ByteClassCollector;
import com.dylibso.chicory.compiler.internal.ClassCollector;
import com.dylibso.chicory.wasm.ChicoryException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Transforms each class when the compiler has finished it, on other threads while the compiler goes
 * on with the next ones. Few of them wait, so that no module is in memory twice. Confined to the
 * compiler's thread.
 */
final class TransformedClasses extends ByteClassCollector {

  private static final int AT_ONCE = Runtime.getRuntime().availableProcessors();
  private static final ThreadPoolExecutor THREADS = threads();

  private final int gauge;
  private final Map<String, FutureTask<byte[]>> pending = new HashMap<>();

  /**
   * @param gauge the global with the rest of the fuel slice
   */
  TransformedClasses(int gauge) {
    this.gauge = gauge;
  }

  /** What finds the queue full is done by the compiler's own thread. */
  private static ThreadPoolExecutor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            AT_ONCE,
            AT_ONCE,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(AT_ONCE),
            TransformedClasses::thread,
            new ThreadPoolExecutor.CallerRunsPolicy());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Guests have priority over compiling.
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "escarole-transformer");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  @Override
  public void putMainClass(String name, byte[] bytes) {
    super.putMainClass(name, bytes);
    put(name, bytes);
  }

  @Override
  public void put(String name, byte[] bytes) {
    GuestCompiler.goOn();
    FutureTask<byte[]> task = new FutureTask<>(() -> MeteredClass.of(bytes, gauge));
    pending.put(name, task);
    THREADS.execute(task);
  }

  @Override
  public void putAll(ClassCollector other) {
    if (other instanceof TransformedClasses classes) {
      pending.putAll(classes.pending);
    } else {
      super.putAll(other);
    }
  }

  /**
   * {@inheritDoc} Waits for those that are being transformed.
   *
   * @throws ChicoryException if one becomes too large for a method
   * @throws CancellationException if the thread is interrupted
   */
  @Override
  public Map<String, byte[]> classBytes() {
    pending.forEach((name, task) -> super.put(name, result(task)));
    pending.clear();
    return super.classBytes();
  }

  private static byte[] result(FutureTask<byte[]> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof MethodTooLargeException) {
        throw new ChicoryException(cause.getMessage(), cause);
      } else if (cause instanceof Error error) {
        throw error;
      } else if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("BUG: a class cannot be transformed", cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the program is not needed any more");
    }
  }
}
