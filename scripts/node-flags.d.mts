export const launchFlags: readonly string[];
export const memoryFlags: readonly string[];
export const memoryEnvironment: { MALLOC_ARENA_MAX: string };
