import type { UserRecord } from '#contract/administration/auth.ts';
import { call, CallError } from './client.ts';
import { queryClient } from './query-client.ts';
import { isSamePerson, keepUser, sessionState } from './session.ts';

/** Goes on with the page after its person has signed in again: what was refused meanwhile is asked again. */
export function resumeSession(user: UserRecord): void {
  keepUser(user);
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) => error instanceof CallError && error.httpStatus === 401,
  });
}

/** Has this window's person a session again, such as from another window? */
export async function isSessionBack(): Promise<boolean> {
  const user = await call('session', undefined, { quiet: true }).catch(() => null);
  if (user === null || !isSamePerson(user, sessionState().user)) return false;
  resumeSession(user);
  return true;
}
