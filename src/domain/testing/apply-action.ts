import { handleStatuses } from '../exceptions/handle-status.ts';
import type { ExistingException, LifecycleAction } from '../exceptions/lifecycle.ts';

/** What an exception is after an action; an `open` action makes a new one with the given id. */
export function applyAction(
  before: ExistingException | undefined,
  action: LifecycleAction,
  newId: string,
): ExistingException | undefined {
  if (action.type === 'open') {
    return {
      id: newId,
      code: action.code,
      key: action.key,
      state: 'open',
      handleStatus: handleStatuses.untreated,
      finding: action.finding,
      firstSeenAt: action.at,
      resolvedAt: null,
    };
  }
  if (!before) return undefined;
  switch (action.type) {
    case 'update':
      return { ...before, finding: action.finding };
    case 'resolve':
      return { ...before, state: 'resolved', resolvedAt: action.at, finding: action.finding ?? before.finding };
    case 'regress':
      return { ...before, state: 'open', handleStatus: action.handleStatus, finding: action.finding, resolvedAt: null };
    case 'keep':
      return before;
  }
}
