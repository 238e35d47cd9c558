import { builtinEnvironments } from 'vitest/runtime';

// A browser's document in a process that runs the server too. The file that imports this says `@vitest-environment node`, so
// that code is loaded as the server loads it, and imports this before anything that looks for a document.

/** What documents need of their own make; everything else that Node has stays Node's, as the server needs it. */
const ofDocument: ReadonlySet<string> = new Set(['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'navigator']);

const names = Object.getOwnPropertyNames(globalThis).filter((name) => !ofDocument.has(name));
const kept = new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
await builtinEnvironments.jsdom.setup(globalThis, {});
for (const [name, descriptor] of kept) {
  if (descriptor?.configurable === true) Object.defineProperty(globalThis, name, descriptor);
}
