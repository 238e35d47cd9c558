import type { CallShape } from '#contract/call.ts';
import type { CallName } from '#contract/paths.ts';

let shapes: Readonly<Record<CallName, CallShape>> | undefined;

/** Reads the shapes of all calls, once per process. They take some 20 MB, and a process that only works in the background needs none. */
export async function loadCallShapes(): Promise<void> {
  shapes ??= (await import('#contract/index.ts')).calls;
}

/** The shape of a call; `loadCallShapes` comes first. */
export function shapeOfCall(name: CallName): CallShape {
  if (shapes === undefined) throw new Error('the shapes of calls were not loaded: loadCallShapes comes first');
  return shapes[name];
}
