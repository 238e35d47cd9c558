import type { ParsedBody } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Meant } from './change-subscriptions.ts';
import { findSoldCall, isAnnounced, isAsked } from './subscription-queries.ts';

type Item = ParsedBody<'sailingSubscriptionInsert'>['items'][number];

/** The sailing that was asked for; refused with the reason when it does not exist. */
export async function findSailing(ctx: Ctx, item: Item, reference: ReferenceSnapshot): Promise<Meant> {
  const { carrierCode } = item;
  const vesselName = item.vesselName.toUpperCase();
  if (carrierCode === '') throw refused('subscription.carrierRequired');
  if (vesselName === '') throw refused('tracking.vesselNameEmpty');
  if (!(await isAsked(ctx, 'sea', carrierCode))) throw refused('subscription.carrierUnsupported');
  const portCode =
    item.portCode === '' ? '' : (reference.rules.resolvePort(item.portCode.toUpperCase()) ?? item.portCode);
  const call = await findSoldCall(ctx, {
    carrierCode,
    vesselName,
    voyage: item.voyage.toUpperCase(),
    portCode,
    since: ctx.clock.now() - DAY_MS,
  });
  if (call !== undefined)
    return { id: call.id, carrierCode, name: call.vessel_name, voyage: call.voyage, place: call.port_code };
  throw refused(
    (await isAnnounced(ctx, carrierCode, vesselName))
      ? 'tracking.carrierNotAnnounced'
      : 'tracking.vesselVoyageNotFound',
  );
}
