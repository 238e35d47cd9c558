import { type Expression, sql, type SqlBool } from 'kysely';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import {
  type ExceptionRow,
  idOfText,
  listSubscriptionsById,
  loggedColumns,
  type LoggedSubscription,
  partsOf,
  presentException,
  presentShipments,
  presentSubscription,
} from '#server/modules/exceptions/exception/index.ts';
import { type ReferenceSnapshot, tenantIdsOf, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { missingSourcesOf, withoutSource } from '#server/modules/intake/source/index.ts';
import { carrierUrl } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { createShapeCache, slot } from '#server/platform/db/shape-cache.ts';

/** The columns of a file for which none are chosen, in the order that its readers know. */
const standardColumns = [
  'obmTkSubscribeId',
  'tenantCode',
  'blNo',
  'ctnNo',
  'carrierCode',
  'isBillNo',
  'vesselName',
  'voyage',
  'recordTime',
  'subscribeStatus',
  'endFlag',
  'bizSourceType',
  'processType',
  'inOutFlag',
  'remark',
] as const satisfies readonly (keyof typeof subscriptionsList.columns)[];

/** The columns of a file by name. The column of exceptions that the list shows is not among them, also where it is requested. */
function columnsOfFile(names: readonly string[] = []): readonly string[] {
  const chosen = names.filter((name) => name !== 'testPurpose');
  return chosen.length > 0 ? chosen : standardColumns;
}

const shapes = createShapeCache();

/** The newest open exception of each subscription, its own or shared with other containers, by the id of the subscription. */
async function listOpenExceptions(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ExceptionRow>> {
  if (ids.length === 0) return new Map();
  const own = () =>
    ctx.db
      .selectFrom('shipment_exception')
      .select((eb) => ['subscription_id as of', eb.fn.max('id').as('newest')])
      .where('subscription_id', '=', sql<number>`any(${slot('ids')})`)
      .where('open', '=', true)
      .groupBy('subscription_id');
  const shared = () =>
    ctx.db
      .selectFrom('exception_box as b')
      .innerJoin('shipment_exception as e', 'e.id', 'b.exception_id')
      .select((eb) => ['b.subscription_id as of', eb.fn.max('e.id').as('newest')])
      .where('b.subscription_id', '=', sql<number>`any(${slot('ids')})`)
      .where('b.present', '=', true)
      .where('e.open', '=', true)
      .groupBy('b.subscription_id');
  const build = () =>
    ctx.db
      .selectFrom(own().unionAll(shared()).as('n'))
      .innerJoin('shipment_exception as x', 'x.id', 'n.newest')
      .select('n.of')
      .selectAll('x')
      .compile();
  // unscoped: The compiled statement has the scope of the caller as its parameter.
  const rows = await shapes.run<ExceptionRow & { of: number }>(ctx.unscoped, ctx.scope, 'open exceptions', build, {
    ids,
  });
  const newest = new Map<number, ExceptionRow>();
  for (const { of, ...row } of rows) if (row.id > (newest.get(of)?.id ?? -1)) newest.set(of, row);
  return newest;
}

/** Subscriptions of a page with what they show of their newest exception and their shipment. */
async function presentPage(
  ctx: Ctx,
  rows: readonly LoggedSubscription[],
  parts: readonly string[] | undefined,
  reference: ReferenceSnapshot,
) {
  const isProven = parts?.includes('evidence') ?? true;
  const ids = rows.map(({ id }) => id);
  const [shipmentOf, open, missing] = await Promise.all([
    presentShipments(ctx, rows, parts, reference),
    listOpenExceptions(ctx, ids),
    missingSourcesOf(ctx, ids, reference),
  ]);
  return rows.map((row) => {
    const exception = open.get(row.id);
    const carrier = reference.carriers.get(row.carrier_code);
    return {
      obmAutotestResult:
        exception === undefined
          ? null
          : presentException(isProven ? exception : { ...exception, evidence: [] }, ctx.lang, reference),
      obmTkSubscribe: {
        ...presentSubscription(row, ctx.lang, reference),
        testPurpose: exception?.type_code ?? null,
        noSource: missing.get(row.id) ?? null,
      },
      ...shipmentOf(row),
      carrierUrl: carrierUrl(carrier?.urlTemplate, row.bill_no, row.container_no),
      updateLogMap: row.update_log ?? {},
    };
  });
}

/** Subscriptions of the caller's tenants. */
export const subscriptionsSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(subscriptionsList, {
    compiled: true,
    from: (ctx) => ctx.db.selectFrom('subscription as s'),
    id: 's.id',
    columns: {
      obmTkSubscribeId: 's.id',
      tenantCode: 's.tenant_id',
      blNo: 's.bill_no',
      ctnNo: 's.container_no',
      carrierCode: 's.carrier_code',
      isBillNo: 's.subject',
      recordTime: 's.subscribed_at',
      subscribeTime: 's.subscribed_at',
      vesselName: 's.vessel_name',
      voyage: 's.voyage',
      endFlag: 's.ended',
      bizSourceType: 's.source_type',
      processType: 's.channel',
      inOutFlag: 's.direction',
      subscribeStatus: 's.has_data',
      remark: 's.remark',
    },
    // The time by the name of its filter.
    alsoSorted: ['subscribeTime'],
    upper: ['vesselName', 'voyage'],
    forward: ['subscribeTime'],
    zoneOf: (ctx) => zoneOfCaller(ctx, reference()),
    read: {
      tenantCode: (codes: string[]) => ({ tenantCode: tenantIdsOf(codes, reference()) }),
      isBillNo: (flag: 0 | 1) => ({ isBillNo: flag === 1 ? 'bill' : 'container' }),
      obmTkSubscribeId: (text: string) => ({ obmTkSubscribeId: idOfText(text) }),
      noSource: (flag: 0 | 1) => (flag === 1 ? { withoutSource: true } : { withSource: true }),
    },
    where: {
      withoutSource: (_, ctx): Expression<SqlBool> => withoutSource(ctx.db, 's'),
      withSource: (_, ctx): Expression<SqlBool> => withoutSource(ctx.db, 's', false),
    },
    keptTotal: {
      from: (ctx) => ctx.db.selectFrom('subscription_total as s'),
      answers: ['tenantCode', 'isBillNo', 'bizSourceType', 'processType', 'carrierCode'],
    },
    page: (ctx) => ({ name: 'rows', columns: loggedColumns(ctx) }),
    shown: (ctx, rows: readonly LoggedSubscription[], input) => presentPage(ctx, rows, partsOf(input), reference()),
    load: async (ctx, ids) =>
      [...(await listSubscriptionsById(ctx, ids)).values()].map((row) => ({
        obmTkSubscribe: presentSubscription(row, ctx.lang, reference()),
      })),
    fileColumns: columnsOfFile,
  });
