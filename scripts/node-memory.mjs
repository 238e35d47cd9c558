// How Node keeps its memory small in long runs. Measured with `npm run bench soak`; see docs/benchmarks.md.

/**
 * Flags of Node for processes that run for days.
 * New objects get 16 MB, as in Node 20: Node 24 lets them grow to 64 MB on large machines.
 * The old generation grows to 1.4 times what was alive, not to twice as much and more.
 * One thread at a time optimizes the embedded database: one of its functions alone takes 300 MB while it is compiled.
 */
export const memoryFlags = ['--max-semi-space-size=16', '--heap-growing-percent=40', '--wasm-num-compilation-tasks=1'];

/** Environment of such a process: glibc keeps freed memory per arena, and has up to eight arenas for each core. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
