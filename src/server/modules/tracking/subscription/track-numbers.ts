// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { CallData } from '#contract/index.ts';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { missingSourcesOf } from '#server/modules/intake/source/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { type CreatedRow, insertSubscriptions } from './create-subscriptions.ts';
import type { SchedulePulls } from './schedules.ts';

/** Numbers of one call. */
const MAX_NUMBERS = 10;

/** A number as it was read: who carries it and what it names, or why it cannot be tracked. */
export type ReadNumber = { number: string } & (
  | { error: string }
  | { error: null; carrierCode: string; subject: 'bill' | 'container' }
);

/** Tracks numbers of one mode for the caller's tenant; says of every one that cannot be tracked why. */
export async function trackNumbers({
  ctx,
  numbers,
  mode,
  read,
  twice,
  schedulePulls,
  reference,
}: {
  ctx: Ctx;
  numbers: readonly string[];
  mode: OtherMode;
  read: (text: string) => ReadNumber;
  /** Stated of a number that stands before in the same list. */
  twice: string;
  schedulePulls: SchedulePulls;
  reference: ReferenceSnapshot;
}): Promise<CallData<'airSubscribe'>> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw forbidden();
  const texts = numbers.map((text) => text.trim()).filter((text) => text !== '');
  if (texts.length === 0) throw refused('subscription.listEmpty');
  if (texts.length > MAX_NUMBERS) throw refused('tracking.batchTooMany', { max: MAX_NUMBERS });
  const seen = new Set<string>();
  const checked = texts.map((text): ReadNumber => {
    const found = read(text);
    const isSeen = seen.has(found.number);
    seen.add(found.number);
    return found.error === null && isSeen ? { number: found.number, error: twice } : found;
  });
  const now = ctx.clock.now();
  const created = await ctx.unscoped.transaction(async () => {
    const { rows, pulls } = await insertSubscriptions(
      ctx.unscoped,
      checked.flatMap((one) =>
        one.error !== null
          ? []
          : {
              tenantId: actor.tenantId,
              mode,
              subject: one.subject,
              billNo: one.subject === 'bill' ? one.number : null,
              containerNo: one.subject === 'container' ? one.number : null,
              carrierCode: one.carrierCode,
              vesselName: null,
              voyage: null,
              direction: null,
              orderNo: null,
              channel: 'SHIPPING_TRACKING',
              sourceType: 'CARRIER',
              subscribedAt: now,
            },
      ),
      now,
    );
    await schedulePulls(pulls);
    for (const row of rows)
      await writeAudit(ctx, {
        entity: 'subscription',
        entityId: String(row.id),
        action: 'subscribe',
        tenantId: actor.tenantId,
        after: row,
      });
    if (rows.length > 0) await publish(ctx.unscoped, { tenantId: actor.tenantId, topic: 'shipment', payload: {} });
    return rows;
  });
  return answerOf({ ctx, checked, created, reference });
}

/** What became of each number. */
async function answerOf({
  ctx,
  checked,
  created,
  reference,
}: {
  ctx: Ctx;
  checked: readonly ReadNumber[];
  created: readonly CreatedRow[];
  reference: ReferenceSnapshot;
}): Promise<CallData<'airSubscribe'>> {
  const missing = await missingSourcesOf(
    ctx,
    created.map(({ id }) => id),
    reference,
  );
  const idOf = new Map(created.map((row) => [row.bill_no ?? row.container_no, String(row.id)]));
  return {
    created: created.length,
    results: checked.map(({ number, error }) => {
      const id = error === null ? idOf.get(number) : undefined;
      return {
        waybill: number,
        obmTkSubscribeId: id ?? null,
        error: error ?? (id === undefined ? serverText('subscription.exists', {}, ctx.lang) : null),
        noSource: missing.get(Number(id)) ?? null,
      };
    }),
  };
}
