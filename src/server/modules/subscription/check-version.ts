import type { CallData } from '#contract/index.ts';
import { olderStateError } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';

/** Refuses a change of a subscription that does not say which version it was made on, or was made on an older one. */
export async function checkVersion(
  ctx: Ctx,
  seen: number | null | undefined,
  row: { id: number; record_version: number },
  current: () => CallData<'updateSubscribeInfo'>,
): Promise<void> {
  if (seen == null) throw refused('error.versionMissing');
  if (seen !== row.record_version)
    throw await olderStateError(ctx, { entity: 'subscription', id: row.id, current: current() });
}
