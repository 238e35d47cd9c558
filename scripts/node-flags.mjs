// How the processes of the product and the agents of robots are started.

/**
 * Flags of every such process. A signal opens the inspector of a Node, and who reaches the inspector runs code in the process: a process
 * of the same user that was taken over must not get into the others in that way.
 */
export const launchFlags = ['--disable-sigusr1', '--disable-warning=ExperimentalWarning'];

/**
 * Flags of processes that run for days, so that their memory stays small: measured with `npm run bench soak`, see docs/benchmarks.md.
 * New objects get 8 MB (Node 20: 16, Node 24: up to 64 on large machines); two of these areas are held at all times.
 * The old generation grows to 1.4 times what was alive, not to twice as much and more.
 * One thread at a time optimizes the embedded database: one of its functions alone takes 300 MB while it is compiled.
 */
export const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40', '--wasm-num-compilation-tasks=1'];

/**
 * What glibc keeps of freed memory in such a process, unless the environment says otherwise. It has up to eight arenas for each core, and
 * learns from large pieces that are freed to keep ever larger ones: from 128 kB on they go back to the system at once.
 */
export const memoryDefaults = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Environment of such a process. */
export const memoryEnvironment = Object.fromEntries(
  Object.entries(memoryDefaults).map(([name, value]) => [name, process.env[name] ?? value]),
);
