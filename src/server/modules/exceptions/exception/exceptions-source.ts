import { type Expression, sql, type SqlBool } from 'kysely';
import { handleStatuses } from '#domain/exceptions/handle-status.ts';
import { resolutionNotes } from '#domain/exceptions/lifecycle.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { type FilterSql, listSource, type ListSource } from '#server/list/index.ts';
import { type ReferenceSnapshot, tenantIdsOf, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { carrierUrl } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { NOBODY } from '#shared/reference/nobody.ts';
import { presentException, presentSubscription } from './present.ts';
import { idOfText, listLoggedSubscriptions, partsOf, presentShipments } from './row-parts.ts';
import type { ExceptionRow } from './stored-exception.ts';

const columns = [
  'e.id',
  'e.tenant_id',
  'e.subscription_id',
  'e.shipment_id',
  'e.type_code',
  'e.severity',
  'e.open',
  'e.regressions',
  'e.params',
  'e.handle_status',
  'e.handle_remark',
  'e.handle_time',
  'e.assignee_code',
  'e.assignee_name',
  'e.bill_no',
  'e.container_no',
  'e.carrier_code',
  'e.vessel_name',
  'e.voyage',
  'e.created_at',
  'e.updated_at',
  'e.resolution',
  'e.incident_id',
  'e.reason',
  'e.crossing',
  'e.money_usd',
  'e.money',
  'e.snoozed_at',
  'e.snoozed_until',
  'e.subject',
  'e.subscribed_at',
  'e.ended',
  'e.channel',
  'e.source_type',
  'e.record_version',
] as const;
type UnprovenRow = Omit<ExceptionRow, 'evidence'> & { evidence?: ExceptionRow['evidence'] };

/** Also of containers that share an exception. The array is read first, so that indexes serve both sides. */
const orShared = (column: 'subscription_id' | 'container_no') => (values: never, ctx: Ctx) => {
  const shared = ctx.db
    .selectFrom('exception_box')
    .select('exception_id')
    .where('present', '=', true)
    .where(column, '=', sql<never>`any(${values})`);
  return sql<SqlBool>`(${sql.ref(`e.${column}`)} = any(${values}) or e.id = any(array(${shared})))`;
};

/** Of shipments that are so. */
const ofShipments = (fits: (value: never) => Expression<SqlBool>) => (value: never, ctx: Ctx) =>
  sql<SqlBool>`e.shipment_id in ${ctx.db.selectFrom('shipment').select('shipment.id').where(fits(value))}`;

/** Of an incident; those of an incident of the platform are in its parts. */
const ofIncident = (id: number, ctx: Ctx) => {
  const incidents = ctx.db
    .selectFrom('incident as i')
    .select('i.id')
    .where((of) => of.or([of('i.id', '=', id), of('i.parent_id', '=', id)]));
  return sql<SqlBool>`e.incident_id in ${incidents}`;
};

/** What filters mean that are more than a comparison with their column. */
const conditions = {
  waiting: () => sql<SqlBool>`e.handle_status in (0, 1, 4)`,
  ended: () => sql<SqlBool>`e.ended`,
  goingOn: () => sql<SqlBool>`not e.ended`,
  handleRemark: (like: string) => sql<SqlBool>`e.handle_remark ilike ${like}`,
  remarkOrNote: ({ like, notes }: { like: string; notes: string[] }) =>
    sql<SqlBool>`(e.handle_remark ilike ${like} or e.handle_remark is null and e.resolution = any(${notes}))`,
  unassigned: () => sql<SqlBool>`e.assignee_code is null`,
  orUnassigned: (people: string[]) => sql<SqlBool>`(e.assignee_code = any(${people}) or e.assignee_code is null)`,
  ctnNo: orShared('container_no'),
  obmTkSubscribeId: orShared('subscription_id'),
  incidentId: ofIncident,
  polCode: ofShipments((codes) => sql`port_of_loading = any(${codes})`),
  podCode: ofShipments((codes) => sql`port_of_discharge = any(${codes})`),
  etaFrom: ofShipments((from) => sql`eta >= ${from}`),
  etaTo: ofShipments((to) => sql`eta < ${to}`),
} satisfies Record<string, FilterSql>;

const waiting: readonly number[] = [handleStatuses.untreated, handleStatuses.inProgress, handleStatuses.onHold];

/** All that wait for somebody, for which there is an index, or those that were requested. */
function readStatuses(texts: readonly string[]) {
  const requested = texts.map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : -1));
  const isWaiting = new Set(requested).size === waiting.length && requested.every((one) => waiting.includes(one));
  return isWaiting ? { waiting: true } : { handleStatus: requested };
}

/** A text in the column of remarks: what a person wrote, or the note of what closed by itself, in either language. */
function readRemark(text: string) {
  const wanted = text.toLowerCase();
  const notes = Object.entries(resolutionNotes)
    .filter(([, { zh, en }]) => zh.includes(wanted) || en.toLowerCase().includes(wanted))
    .map(([code]) => code);
  const like = containingPattern(text);
  return notes.length === 0 ? { handleRemark: like } : { remarkOrNote: { like, notes } };
}

/** Who is responsible; one of those requested may be nobody. */
function readResponsible(codes: readonly string[]) {
  if (!codes.includes(NOBODY)) return { chargeCode: codes };
  const people = codes.filter((code) => code !== NOBODY);
  return people.length === 0 ? { unassigned: true } : { orUnassigned: people };
}

/** Exceptions of a page with what they show of their subscription and shipment. */
async function presentPage(
  ctx: Ctx,
  rows: readonly UnprovenRow[],
  parts: readonly string[] | undefined,
  reference: ReferenceSnapshot,
) {
  const isSubscribed = parts?.includes('obmTkSubscribe') ?? true;
  const [subscriptions, shipmentOf] = await Promise.all([
    listLoggedSubscriptions(ctx, isSubscribed ? rows.flatMap((row) => row.subscription_id ?? []) : []),
    presentShipments(ctx, rows, parts, reference),
  ]);
  return rows.map((row) => {
    const subscription = subscriptions.get(row.subscription_id ?? -1);
    const carrier = row.carrier_code === null ? undefined : reference.carriers.get(row.carrier_code);
    return {
      obmAutotestResult: presentException({ evidence: [], ...row }, ctx.lang, reference),
      obmTkSubscribe: subscription === undefined ? null : presentSubscription(subscription, ctx.lang, reference),
      ...shipmentOf(row),
      carrierUrl: row.carrier_code === null ? null : carrierUrl(carrier?.urlTemplate, row.bill_no, row.container_no),
      updateLogMap: subscription?.update_log ?? {},
    };
  });
}

/** Exceptions of the caller's tenants. */
export const exceptionsSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(exceptionsList, {
    compiled: true,
    from: (ctx) => ctx.db.selectFrom('shipment_exception as e'),
    id: 'e.id',
    columns: {
      testPurpose: 'e.type_code',
      tenantCode: 'e.tenant_id',
      blNo: 'e.bill_no',
      ctnNo: 'e.container_no',
      carrierCode: 'e.carrier_code',
      isBillNo: 'e.subject',
      subscribeTime: 'e.subscribed_at',
      vesselName: 'e.vessel_name',
      voyage: 'e.voyage',
      endFlag: 'e.ended',
      bizSourceType: 'e.source_type',
      processType: 'e.channel',
      createTime: 'e.created_at',
      handleStatus: 'e.handle_status',
      handleRemark: 'e.handle_remark',
      handleTime: 'e.handle_time',
      chargeName: 'e.assignee_name',
      chargeCode: 'e.assignee_code',
      severity: 'e.severity',
      reason: 'e.reason',
      moneyAtRisk: 'e.money_usd',
      lastModifyTime: 'e.updated_at',
      obmAutotestResultId: 'e.id',
    },
    upper: ['vesselName', 'voyage'],
    ranks: { severity: ['low', 'medium', 'high'] },
    zoneOf: (ctx) => zoneOfCaller(ctx, reference()),
    read: {
      tenantCode: (codes: string[]) => ({ tenantCode: tenantIdsOf(codes, reference()) }),
      isBillNo: (flag: 0 | 1) => ({ isBillNo: flag === 1 ? 'bill' : 'container' }),
      endFlag: (flag: 0 | 1) => (flag === 1 ? { ended: true } : { goingOn: true }),
      handleStatus: readStatuses,
      handleRemark: readRemark,
      chargeCode: readResponsible,
      obmTkSubscribeId: (text: string) => ({ obmTkSubscribeId: [idOfText(text)] }),
    },
    where: conditions,
    keptTotal: {
      from: (ctx) => ctx.db.selectFrom('exception_total as e'),
      answers: ['tenantCode', 'handleStatus', 'waiting', 'ended', 'goingOn'],
    },
    page: (_ctx, input) =>
      (partsOf(input)?.includes('evidence') ?? true)
        ? { name: 'rows with evidence', columns: [...columns, 'e.evidence'] }
        : { name: 'rows', columns },
    shown: (ctx, rows: readonly UnprovenRow[], input) => presentPage(ctx, rows, partsOf(input), reference()),
    load: async (ctx, ids) => {
      const rows = await ctx.db
        .selectFrom('shipment_exception as e')
        .select(columns)
        .where('e.id', '=', sql<number>`any(${[...ids]})`)
        .execute();
      return rows.map((row) => ({
        obmAutotestResult: presentException({ ...row, evidence: [] }, ctx.lang, reference()),
      }));
    },
  });
