import { bookingRecordsList } from '#lists/booking-records.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import { type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { bookingProblem } from '#shared/reference/booking-problems.ts';
import { cutoffNames } from '#shared/reference/cutoff-names.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { listBookingRows } from './booking-queries.ts';

/** The next cut-off that has not passed. */
const nextCutOff = (cutOffs: readonly { code: string; at: number }[], now: number) =>
  cutOffs.filter(({ at }) => at > now).toSorted((a, b) => a.at - b.at)[0];

const namesOfCutoffs: Readonly<Record<string, { zh: string; en: string }>> = cutoffNames;
const cutoffName = (code: string, lang: 'zh' | 'en'): string => namesOfCutoffs[code]?.[lang] ?? code;

async function load(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot) {
  const rows = await listBookingRows(ctx, ids);
  return rows.map((row) => {
    const cutOff = nextCutOff(row.cut_offs, ctx.clock.now());
    return {
      bookingRecordId: String(row.id),
      state: row.state,
      bookingNo: row.booking_no,
      billNo: row.bill_no,
      obmBkId: row.shipment_id === null ? null : String(row.shipment_id),
      carrierCode: row.carrier_code,
      vesselName: row.vessel_name,
      voyage: row.voyage,
      polCode: row.pol_code,
      polName: row.pol_name ?? row.pol_code,
      polNameCn: row.pol_name_cn,
      polZone: row.pol_zone,
      podCode: row.pod_code,
      podName: row.pod_name ?? row.pod_code,
      podNameCn: row.pod_name_cn,
      podZone: row.pod_zone,
      departureTime: row.departs_at,
      arrivalTime: row.arrives_at,
      cutOffCode: cutOff?.code ?? null,
      cutOffTime: cutOff?.at ?? null,
      equipment: row.equipment.map(({ type, units }) => `${units} × ${type}`).join(', '),
      customer: row.customer,
      problem: row.problem,
      rolls: row.rolls,
      changeTime: row.changed_at,
      createTime: row.created_at,
      creatorName: row.created_by,
      tenantCode: reference.tenants.get(row.tenant_id)?.code ?? '',
      recordVersion: row.record_version,
      now: ctx.clock.now(),
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
