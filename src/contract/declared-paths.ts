import { entityPaths } from './entity-paths.ts';
import { listPaths } from './list-paths.ts';

/** Paths of the calls that follow from the declarations of entities and lists; no zod here, so that the browser can fetch it. */
export const declaredPaths = { ...entityPaths, ...listPaths };
