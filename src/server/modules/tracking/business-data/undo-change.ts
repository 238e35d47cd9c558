import type { ParsedBody } from '#contract/index.ts';
import { removedBooking } from '#domain/intake/fusion/removals.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { changedAfter, takeBackValues } from '#server/modules/tracking/override/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { AppError } from '#server/platform/errors/app-error.ts';
import { listIn, type Lang } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { channelOf, findExpert, sourceCodeOf, writeExpert } from './expert-record.ts';
import {
  findChange,
  insertRemovals,
  lastChange,
  lockOwnSubscriptions,
  markUndone,
  setLink,
  takeBackRemovals,
} from './queries.ts';
import type { ChangeRow, OwnSubscription } from './queries.ts';
import { knownText } from '#shared/i18n/server-messages/index.ts';

/** The name of a field of a booking for people, by its path: its own name, or that of the part it belongs to. */
function fieldName(path: string, lang: Lang): string {
  const own = knownText(`business.field.${path.replace(/^booking\./, '')}`, lang);
  return own ?? knownText(`business.part.${/^[a-z]+/.exec(path)?.[0] ?? ''}`, lang) ?? path;
}

/** Refuses to take a change back on which somebody has built: says who did what, and when. */
async function changedSince(ctx: Ctx, change: ChangeRow, reference: ReferenceSnapshot): Promise<AppError> {
  const time = (at: Instant): string => placeTimeText(at, zoneOfCaller(ctx, reference), ctx.lang, 'second');
  const later = await changedAfter(ctx, change.detail.values);
  if (later !== undefined) {
    const fields = [...new Set(later.paths.map((path) => fieldName(path, ctx.lang)))];
    const what = listIn(fields, ctx.lang);
    return refused('business.changedSince', { who: later.who, time: time(later.at), what });
  }
  const last = await lastChange(ctx, change.subscription_id);
  const who = last !== undefined && last.id !== change.id ? last.actor_name : change.actor_name;
  return refused('business.recordChangedSince', { who, time: time(last?.at ?? change.at) });
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
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'undoBusinessData'>;
  pipeline: PipelineDeps;
  reference: ReferenceSnapshot;
}): Promise<null> {
  const { changeId } = input;
  if (changeId == null) throw refused('error.emptyInput');
  const known = await findChange(ctx, changeId);
  if (known === undefined) throw notFound();
  await ctx.unscoped.transaction(async () => {
    const linked = (known.detail.links ?? []).map(({ subscriptionId }) => subscriptionId);
    const locked = await lockOwnSubscriptions(ctx, [known.subscription_id, ...linked]);
    const subscription = locked.get(known.subscription_id);
    const change = await findChange(ctx, changeId);
    if (subscription === undefined || change === undefined) throw notFound('subscription.notFound');
    if (change.undone_at !== null) throw refused('business.alreadyUndone');
    if (!(await takeBackValues(ctx, change.detail.values))) throw await changedSince(ctx, change, reference);
    for (const expert of change.detail.experts)
      if (!(await putExpertBack(ctx, expert, subscription))) throw await changedSince(ctx, change, reference);
    await takeBackRemovals(ctx, subscription.id, change.detail.removals);
    for (const { subscriptionId, shipmentId } of change.detail.links ?? []) {
      const other = locked.get(subscriptionId);
      // Where somebody has chosen another booking since, that stays.
      if (other?.shipment_chosen === false) await setLink(ctx, other, shipmentId, null);
    }
    await markUndone(ctx, change.id);
    await recomputeSubscriptions(pipeline, [subscription.id], ctx.clock.now());
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
