import type { ParsedBody } from '#contract/index.ts';
import { removedBooking } from '#domain/fusion/removals.ts';
import { refuseSubscriptions } from '#server/modules/collection/index.ts';
import type { PipelineDeps } from '#server/modules/collection/index.ts';
import { takeBackValues } from '#server/modules/override/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { AppError } from '#server/platform/errors/app-error.ts';
import { channelOf, findExpert, sourceCodeOf, writeExpert } from './expert-record.ts';
import {
  findChange,
  insertRemovals,
  lastChange,
  lockOwnSubscription,
  markUndone,
  takeBackRemovals,
} from './queries.ts';
import type { ChangeRow, OwnSubscription } from './queries.ts';

/** Why a change cannot be taken back: somebody has built on it. */
async function changedSince(ctx: Ctx, change: ChangeRow): Promise<AppError> {
  const last = await lastChange(ctx, change.subscription_id);
  const later = last !== undefined && last.id !== change.id ? last.actor_name : undefined;
  return refused('business.changedSince', { who: later ?? (ctx.lang === 'zh' ? '专家' : 'An expert') });
}

type ExpertChange = ChangeRow['detail']['experts'][number];

/** Puts an expert's record back as it was; false when it has changed since. */
async function putExpertBack(ctx: Ctx, expert: ExpertChange, subscription: OwnSubscription): Promise<boolean> {
  const channel = channelOf(expert.sourceCode.slice(expert.sourceCode.indexOf(':') + 1));
  const known = await findExpert(ctx, subscription.id, channel);
  if (known === undefined || known.removed || JSON.stringify(known.content) !== JSON.stringify(expert.after))
    return false;
  if (expert.before === null)
    await insertRemovals(ctx, subscription, [{ sourceCode: sourceCodeOf(channel), item: removedBooking }]);
  else await writeExpert(ctx, subscription, channel, expert.before);
  return true;
}

/** Takes a save or a deletion of business data back and fuses again; refused where later changes build on it. */
export async function undoChange({
  ctx,
  input,
  pipeline,
}: {
  ctx: Ctx;
  input: ParsedBody<'undoBusinessData'>;
  pipeline: PipelineDeps;
}): Promise<null> {
  const { changeId } = input;
  if (changeId == null) throw refused('error.emptyInput');
  const known = await findChange(ctx, changeId);
  if (known === undefined) throw notFound();
  await ctx.database.transaction(async () => {
    const subscription = await lockOwnSubscription(ctx, known.subscription_id);
    const change = await findChange(ctx, changeId);
    if (subscription === undefined || change === undefined) throw notFound('subscription.notFound');
    if (change.undone_at !== null) throw refused('business.alreadyUndone');
    if (!(await takeBackValues(ctx, change.detail.values))) throw await changedSince(ctx, change);
    for (const expert of change.detail.experts)
      if (!(await putExpertBack(ctx, expert, subscription))) throw await changedSince(ctx, change);
    await takeBackRemovals(ctx, subscription.id, change.detail.removals);
    await markUndone(ctx, change.id);
    await refuseSubscriptions(pipeline, [subscription.id], ctx.clock.now());
    await writeAudit(ctx, {
      entity: 'business_data',
      entityId: String(change.id),
      action: 'undone',
      tenantId: subscription.tenant_id,
      before: { blNo: subscription.bill_no, ctnNo: subscription.container_no, kind: change.kind },
      after: null,
    });
  });
  return null;
}
