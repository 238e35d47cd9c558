import type { CallData } from '#contract/index.ts';
import { checkVersion, olderStateError } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Refuses a change of a subscription that does not say which version it was made on, or was made on an older one. */
export const checkSubscriptionVersion = (
  ctx: Ctx,
  seen: number | null | undefined,
  row: { id: number; record_version: number },
  current: () => CallData<'updateSubscribeInfo'>,
): Promise<void> =>
  checkVersion(seen, row.record_version, () =>
    olderStateError(ctx, { entity: 'subscription', id: row.id, current: current() }),
  );
