import { problemsError, type EntityHooks } from '#server/entity/index.ts';
import { readCondition } from './match-condition.ts';

/** What feedback definitions check besides their declaration: the condition must be one that can be asked. */
export const feedbackHooks: EntityHooks = {
  beforeWrite: (ctx, { after }) => {
    const condition = after['trigger_match_info'];
    const read = typeof condition === 'string' && condition !== '' ? readCondition(condition) : undefined;
    if (read?.problem !== undefined)
      return Promise.reject(problemsError(ctx, [{ field: 'triggerMatchInfo', text: read.problem }]));
    return Promise.resolve();
  },
};
