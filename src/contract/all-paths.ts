import { entityPaths } from './entity-paths.ts';
import { listPaths } from './list-paths.ts';
import { type CallName, type CallPath, ownPaths } from './paths.ts';

/** Every call with those of the configuration entities and declared lists; the browser fetches the declarations only when it needs one. */
export const paths = { ...ownPaths, ...entityPaths, ...listPaths } satisfies Record<CallName, CallPath>;
