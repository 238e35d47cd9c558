import { declaredPaths } from './declared-paths.ts';
import { ownCalls } from './own-calls.ts';
import type { CallPath } from './call-path.ts';
import type { CallName } from './paths.ts';

/**
 * Every call with its method, path and access. The browser has these of the calls declared one by one in `generated/web/base`, as the
 * declarations bring zod.
 */
export const paths = { ...ownCalls, ...declaredPaths } satisfies Record<CallName, CallPath>;
