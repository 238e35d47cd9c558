import { paths } from '#contract/all-paths.ts';
import type { CallName } from '#contract/paths.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Actor } from '#server/platform/context.ts';
import { programScopes, type ProgramScope } from '#shared/reference/program-scopes.ts';

/** The calls that tools make which act; who may make none of them has nothing to comment on either. */
const actCalls: readonly CallName[] = [
  'assignExceptions',
  'updateExceptionStatus',
  'actOnIncident',
  'batchSubscribe',
  'airSubscribe',
  'trainSubscribe',
  'vehicleSubscribe',
  'expressSubscribe',
];

/** Whether the pages that somebody may open allow anything that a program could do there. */
export const mayAct = (actor: Actor): boolean => actCalls.some((name) => isAdmitted(paths[name].access, actor));

/** The scopes among the words of a parameter, in our order. */
export const scopesIn = (words: unknown): ProgramScope[] => {
  const given = typeof words === 'string' ? words.split(' ') : [];
  return programScopes.filter((scope) => given.includes(scope));
};
