import type { ParsedBody } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Meant } from './change-subscriptions.ts';
import { findCallById, findSoldCall, isAnnounced, isQueried } from './subscription-queries.ts';

type Item = ParsedBody<'sailingSubscriptionInsert'>['items'][number];

/** As it is stored: upper case, whatever width it was entered in. */
const plain = (text: string): string => text.normalize('NFKC').trim().toUpperCase();

/** The call of a row; refused where it is not there any more. */
async function findCall(ctx: Ctx, id: number): Promise<Meant> {
  const call = await findCallById(ctx, id, ctx.clock.now() - DAY_MS);
  if (call === undefined) throw refused('tracking.vesselVoyageNotFound');
  const { carrier_code: carrierCode, vessel_name: name, voyage, port_code: place } = call;
  if (carrierCode === null) throw refused('subscription.carrierUnsupported');
  return { id: call.id, carrierCode, name, voyage, place, fromRow: true };
}

/** The sailing that was requested; refused with the reason when it does not exist. */
export async function findSailing(ctx: Ctx, item: Item, reference: ReferenceSnapshot): Promise<Meant> {
  if (item.callId !== undefined) return findCall(ctx, item.callId);
  const { carrierCode } = item;
  const vesselName = plain(item.vesselName);
  if (carrierCode === '') throw refused('subscription.carrierRequired');
  if (vesselName === '') throw refused('tracking.vesselNameEmpty');
  if (!(await isQueried(ctx, 'sea', carrierCode))) throw refused('subscription.carrierUnsupported');
  const portCode = item.portCode === '' ? '' : (reference.rules.resolvePort(plain(item.portCode)) ?? item.portCode);
  const call = await findSoldCall(ctx, {
    carrierCode,
    vesselName,
    voyage: plain(item.voyage),
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
