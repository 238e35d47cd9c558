// How Node keeps its memory small in long runs. Measured with `npm run bench soak`; see docs/benchmarks.md.

/**
 * Flags of Node for processes that run for days.
 * New objects get 8 MB (Node 20: 16, Node 24: up to 64 on large machines); two of these areas are held at all times.
 * The old generation grows to 1.4 times what was alive, not to twice as much and more.
 * One thread at a time optimizes the embedded database: one of its functions alone takes 300 MB while it is compiled.
 */
export const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40', '--wasm-num-compilation-tasks=1'];

/** Environment of such a process: glibc keeps freed memory per arena, and has up to eight arenas for each core. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
