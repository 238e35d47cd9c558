import type { EntityCall, PartCall } from './entity-paths.ts';
import type { BoardCall, ListCall } from './list-paths.ts';
import type { ownCalls } from './own-calls.ts';

/** Calls that are declared one by one, with `defineCalls`. */
export type OwnCall = keyof typeof ownCalls;
/** Every call of the product: also those that follow from the declarations of entities and lists. */
export type CallName = OwnCall | EntityCall | PartCall | ListCall | BoardCall;
