import { entityPaths } from './entity-paths.ts';
import { type CallName, type CallPath, ownPaths } from './paths.ts';

/** Every call with those of the configuration entities; the browser fetches the declarations only when it needs one. */
export const paths = { ...ownPaths, ...entityPaths } satisfies Record<CallName, CallPath>;
