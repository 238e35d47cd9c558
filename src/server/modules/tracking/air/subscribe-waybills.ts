import type { CallData } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type ReadNumber, type SchedulePulls, trackNumbers } from '#server/modules/tracking/subscription/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { airlinePrefixOf, findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';

function readWaybill(text: string, airlines: ReadonlyMap<string, string>, ctx: Ctx): ReadNumber {
  const waybill = normalizeAirWaybill(text);
  const problem = findAirWaybillProblem(waybill);
  const airline = airlines.get(airlinePrefixOf(waybill));
  if (problem === undefined && airline !== undefined)
    return { number: waybill, error: null, carrierCode: airline, subject: 'bill' };
  const code =
    problem === 'shape'
      ? 'air.waybillShape'
      : problem === 'check_digit'
        ? 'air.waybillCheckDigit'
        : 'air.airlineUnknown';
  return { number: waybill, error: serverText(code, { waybill }, ctx.lang) };
}

/** Tracks air waybills for the caller's tenant; says of every one that cannot be tracked why. */
export function subscribeWaybills({
  ctx,
  waybills,
  reference,
  schedulePulls,
}: {
  ctx: Ctx;
  waybills: readonly string[];
  reference: ReferenceSnapshot;
  schedulePulls: SchedulePulls;
}): Promise<CallData<'airSubscribe'>> {
  const airlines = new Map(
    [...reference.airlines.values()].flatMap(({ code, prefix }) => (prefix === null ? [] : [[prefix, code] as const])),
  );
  return trackNumbers({
    ctx,
    numbers: waybills,
    mode: 'air',
    read: (text) => readWaybill(text, airlines, ctx),
    twice: serverText('air.waybillTwice', {}, ctx.lang),
    schedulePulls,
    reference,
  });
}
