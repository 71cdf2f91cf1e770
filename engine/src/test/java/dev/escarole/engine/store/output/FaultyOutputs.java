package dev.escarole.engine.store.output;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens directories at {@code faulty:/path} whose calls can be counted and made to fail. */
public final class FaultyOutputs implements OutputStoreProvider {

  /** What befalls the store of an address. */
  public static final class Faults {
    public final AtomicInteger puts = new AtomicInteger();

    /** So many calls fail before the next one succeeds. */
    public final AtomicInteger failuresToCome = new AtomicInteger();

    /** Objects of this size are refused for good. */
    public volatile long refused = -1;

    /** Called after an object was written, by the thread that did. */
    public volatile Runnable afterPut = () -> {};

    private void pass() throws IOException {
      if (failuresToCome.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IOException("the share is away");
      }
    }
  }

  private static final Map<String, Faults> FAULTS = new ConcurrentHashMap<>();

  /** The address of a directory. */
  public static String address(Path directory) {
    return "faulty:" + directory;
  }

  public static Faults at(String address) {
    return FAULTS.computeIfAbsent(address, unused -> new Faults());
  }

  @Override
  public String scheme() {
    return "faulty";
  }

  @Override
  public OutputStore open(URI address) {
    return new Faulty(
        at(address.toString()), DirectoryOutputStore.open(Path.of(address.getPath())));
  }

  private record Faulty(Faults faults, OutputStore store) implements OutputStore {

    @Override
    public String place() {
      return store.place();
    }

    @Override
    public void put(String key, long size, InputStream bytes) throws IOException {
      faults.pass();
      if (size == faults.refused) {
        throw new OutputRejectedException("objects of this size are not accepted", null);
      }
      store.put(key, size, bytes);
      faults.puts.incrementAndGet();
      faults.afterPut.run();
    }

    @Override
    public Optional<byte[]> read(String key, long from, int length) throws IOException {
      faults.pass();
      return store.read(key, from, length);
    }

    @Override
    public void delete(Collection<String> keys) throws IOException {
      faults.pass();
      store.delete(keys);
    }

    @Override
    public List<StoredObject> list(String folder) throws IOException {
      return store.list(folder);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
