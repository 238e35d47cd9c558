import type { CallPath } from '#contract/call-path.ts';
import type { OwnCall } from '#contract/paths.ts';
import { ownPaths } from '#generated/web/base/own-paths.ts';
import { mayOpen, useSession } from './session.ts';

/**
 * May the user make this call, by its declaration? Whatever offers an act asks this of the call behind it, so that nothing is
 * offered that would be refused. Acts on rows of declared entities ask `useMayWrite`.
 */
export const useMayCall = (name: OwnCall): boolean =>
  useSession((session) => {
    const { access }: CallPath = ownPaths[name];
    if (access === 'admin') return session.user?.userType === 'admin';
    return typeof access === 'string' || access.some((menu) => mayOpen(session, menu));
  });
