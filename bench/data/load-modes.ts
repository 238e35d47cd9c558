import { foldSubscriptionTotals, foldTraceTotals } from '#server/modules/housekeeping/index.ts';
import { insertSubscriptions } from '#server/modules/subscription/index.ts';
import { openReferenceStore } from '#server/modules/masterdata/index.ts';
import { seedMasterData } from '#server/modules/seed/index.ts';
import { toStored, upsertShipments } from '#server/modules/tracking/index.ts';
import type { Mode } from '#domain/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { casesOf } from '../mode-rules/cases.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { distinctShipments } from './distinct-shipments.ts';
import { addBenchUser, openLoadedPostgres } from './open-loaded.ts';

/** Modes whose lists are measured, and shipments over all of them. */
export const benchedModes = ['sea', 'air', 'rail', 'road', 'courier'] as const satisfies readonly Mode[];
export const modeShipmentCount = isSmall() ? 25_000 : 500_000;
const templatesOfMode = 40;
const copiesAtOnce = 250;
/** To be raised whenever other rows are made. */
const dataVersion = 2;
const at = Date.UTC(2026, 2, 20);

type Template = { mode: (typeof benchedModes)[number]; billNo: string; carrierCode: string; content: ShipmentContent };

/** Shipments of the simulated world as the product makes them of the answers of their sources. */
function templates(reference: Parameters<typeof distinctShipments>[0]): Template[] {
  const sea = [...distinctShipments(reference, 4 * templatesOfMode)].flatMap(({ billNo, carrierCode, content }) =>
    billNo === null ? [] : [{ mode: 'sea' as const, billNo, carrierCode, content }],
  );
  const others = casesOf('mode-lists', at, 30).flatMap(({ number, mode, contentsAt }) => {
    const [content] = contentsAt(at);
    if (content === undefined || mode === 'domestic') return [];
    return [{ mode, billNo: number, carrierCode: content.booking.carrierCode ?? '', content }];
  });
  return benchedModes.flatMap((mode) => [...sea, ...others].filter((one) => one.mode === mode).slice(0, templatesOfMode));
}

async function storeTemplates(database: Database, tenantId: number, all: readonly Template[]): Promise<void> {
  const wanted = all.map(({ mode, billNo, carrierCode }, n) => ({
    tenantId,
    mode,
    subject: 'bill' as const,
    billNo,
    containerNo: null,
    carrierCode,
    vesselName: null,
    voyage: null,
    direction: 'E' as const,
    orderNo: null,
    channel: 'SHIPPING_TRACKING' as const,
    sourceType: 'CARRIER' as const,
    subscribedAt: at + n * 60_000,
  }));
  const { rows } = await insertSubscriptions(database, wanted, at);
  const idOf = new Map(rows.map((row) => [row.bill_no, row.id]));
  const writes = all.map(({ billNo, content }) => ({
    tenantId,
    subscriptionId: idOf.get(billNo) ?? 0,
    fused: true,
    sourceId: null,
    sourceType: 'CARRIER' as const,
    sourceCode: 'CARRIER',
    channel: 'SHIPPING_TRACKING',
    observedAt: at,
    receivedAt: at,
    rawAnswerId: null,
    direction: 'E',
    containerNo: null,
    ended: false,
    content,
    stored: toStored(content, null),
    history: null,
  }));
  await upsertShipments(database, writes, at);
}

/** Columns of a table as `insert` may name them, and what a copy has in them. */
async function copied(database: Database, table: string, alias: string, own: Readonly<Record<string, string>>) {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = current_schema() and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  return { names: names.join(', '), values: names.map((name) => own[name] ?? `${alias}.${name}`).join(', ') };
}

/** Copies every template under numbers of its own, until there are as many as wanted. */
async function copyTemplates(database: Database): Promise<void> {
  const subscription = await copied(database, 'subscription', 's', {
    bill_no: `s.bill_no || '-' || n`,
    shipment_id: 'null',
    subscribed_at: `s.subscribed_at + n * interval '7 minutes'`,
  });
  const [type] = await database.query<{ udt: string }>(
    `select udt_name as udt from information_schema.columns where table_name = 'shipment' and column_name = 'content'`,
  );
  const shipment = await copied(database, 'shipment', 'h', {
    subscription_id: 'c.id',
    bill_no: 'c.bill_no',
    content: `replace(h.content::text, o.bill_no, c.bill_no)::${type?.udt}`,
  });
  const [counted] = await database.query<{ n: number; last: number }>(
    'select count(*)::int as n, max(id)::int as last from subscription',
  );
  const { n: known, last } = counted ?? { n: 1, last: 0 };
  const copies = Math.ceil(modeShipmentCount / known);
  for (let first = 1; first < copies; first += copiesAtOnce) {
    const until = Math.min(first + copiesAtOnce, copies) - 1;
    await database.execute(
      `with made as (insert into subscription (${subscription.names})
         select ${subscription.values} from subscription s cross join generate_series($1::int8, $2::int8) as n where s.id <= $3
         returning id, bill_no)
       insert into shipment (${shipment.names}) select ${shipment.values}
       from made c join subscription o on o.id <= $3 and o.bill_no = regexp_replace(c.bill_no, '-[0-9]+$', '')
       join shipment h on h.subscription_id = o.id and h.fused`,
      [first, until, last],
    );
  }
  await database.execute(
    'update subscription s set shipment_id = h.id from shipment h where h.subscription_id = s.id and h.fused and s.shipment_id is null',
  );
}

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  const reference = await openReferenceStore(database, createLogger({ level: 'warn' }));
  try {
    const tenantId = await addBenchUser(database);
    await storeTemplates(database, tenantId, templates(reference.current()));
    await database.patient(3_600_000, async () => {
      await copyTemplates(database);
      // A worker does so every minute.
      await foldTraceTotals(database);
      await foldSubscriptionTotals(database);
      for (const table of ['subscription', 'shipment', 'trace_total', 'subscription_total'])
        await database.execute(`vacuum (full, analyze) ${table}`);
    });
  } finally {
    await reference.stop();
  }
}

/** Starts PostgreSQL with the shipments loaded; undefined where there is no PostgreSQL. */
export const openModesPostgres = (): Promise<KeptPostgres | undefined> =>
  openLoadedPostgres(`modes-${modeShipmentCount}-${dataVersion}`, load);
