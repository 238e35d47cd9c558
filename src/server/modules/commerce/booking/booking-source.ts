import { bookingRecordsList } from '#lists/booking-records.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import { type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Lang, Text } from '#shared/i18n/text.ts';
import { bookingProblem } from '#shared/reference/booking-problems.ts';
import { cutoffNames } from '#shared/reference/cutoff-names.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { listBookingRows } from './booking-queries.ts';

/** The next cut-off that has not passed. */
const nextCutOff = (cutOffs: readonly { code: string; at: number }[], now: number) =>
  cutOffs.filter(({ at }) => at > now).toSorted((a, b) => a.at - b.at)[0];

const namesOfCutoffs: Readonly<Record<string, Text>> = cutoffNames;
const cutoffName = (code: string, lang: Lang): string => namesOfCutoffs[code]?.[lang] ?? code;

async function load(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot) {
  const rows = await listBookingRows(ctx, ids);
  const now = ctx.clock.now();
  return rows.map(({ id, shipmentId, tenantId, cutOffs, ...row }) => {
    const cutOff = nextCutOff(cutOffs, now);
    return {
      ...row,
      bookingRecordId: String(id),
      obmBkId: shipmentId === null ? null : String(shipmentId),
      polName: row.polName ?? row.polCode,
      podName: row.podName ?? row.podCode,
      cutOffCode: cutOff?.code ?? null,
      cutOffTime: cutOff?.at ?? null,
      equipment: row.equipment.map(({ type, units }) => `${units} × ${type}`).join(', '),
      tenantCode: reference.tenants.get(tenantId)?.code ?? '',
      now,
    };
  });
}

/** Bookings of the caller's tenants. */
export const bookingRecordsSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(bookingRecordsList, {
    from: (ctx) => ctx.db.selectFrom('booking_record as b'),
    id: 'b.id',
    columns: {
      state: 'b.state',
      bookingNo: 'b.booking_no',
      billNo: 'b.bill_no',
      carrierCode: 'b.carrier_code',
      vesselName: 'b.vessel_name',
      polCode: 'b.pol_code',
      podCode: 'b.pod_code',
      departureTime: 'b.departs_at',
      arrivalTime: 'b.arrives_at',
      customer: 'b.customer',
      rolls: 'b.rolls',
      changeTime: 'b.changed_at',
      createTime: 'b.created_at',
    },
    cells: {
      problem: ({ problem, state }, ctx) =>
        problem === null ? '' : bookingProblem(String(problem), String(state), ctx.lang),
      nextCutOff: ({ cutOffCode, cutOffTime, polZone }, ctx) =>
        typeof cutOffTime === 'number'
          ? `${cutoffName(String(cutOffCode), ctx.lang)} ${placeTimeText(cutOffTime, typeof polZone === 'string' ? polZone : null, ctx.lang)}`
          : '',
    },
    load: (ctx, ids) => load(ctx, ids, reference()),
  });
