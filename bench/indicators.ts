/**
 * 10,000 indicators over 100,000 stored shipments judged again on PostgreSQL, by one worker, through the pipeline of the product:
 * each shipment read, judged by the detection rules and by the indicators that may concern it, and its events written in the same
 * transaction, so that the board has all of them at the end. Indicators are as planners scope them: of three, two are for a port of
 * discharge and one is for a carrier and port of loading; one of a thousand is for all shipments.
 * First as the product does it when an event item is switched on: the run that asks the indicators alone of the stored shipments.
 * Then through the whole pipeline, as when another precedence comes into force.
 * Beside: the same shipments judged without any indicator. Options: --small, --shipments=100000, --indicators=10000.
 */
import { pino } from 'pino';
import { indicatorCode } from '#domain/event/indicator.ts';
import { pipelineDeps } from '#server/background.ts';
import { indicatorDetection } from '#server/modules/autotest/rule-runs.ts';
import { ruleRuns } from '#server/modules/autotest/work-runs.ts';
import { openReferenceStore } from '#server/modules/masterdata/index.ts';
import { precedenceWork } from '#server/modules/precedence/index.ts';
import { refusions, startRefusion } from '#server/modules/refusion/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { startRun, workOnRun, workRun } from '#server/platform/run/index.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { fillShipments } from './data/stored-shipments.ts';
import { numberOf } from './support/options.ts';
import { isSmall, report, rounded } from './support/report.ts';

const shipments = numberOf('shipments', isSmall() ? 1_000 : 100_000);
const indicators = numberOf('indicators', isSmall() ? 1_000 : 10_000);
const goalSeconds = 60;
const log = pino({ level: 'error' }, pino.destination(2));

/** Late by so many hours or more; nothing of a scope is for all shipments. */
const rule = (field: string, hours: number): string =>
  JSON.stringify({ match: 'all', conditions: [{ field, operator: 'ge', values: [hours] }] });

async function addIndicators(database: Database): Promise<void> {
  await database.execute(
    `insert into event_field (code, name_cn, name_en, data_path, field_type, unit, enabled)
     values ('BENCH_LATE', '到港延误', 'Arrival delay', 'arrival.delayHours', 'number', 'hours', true)`,
  );
  await database.execute(
    `insert into event_item_type (code, name_cn, name_en, sort_order, enabled) values ('BENCH', '测量', 'Bench', 1, true)`,
  );
  await database.execute(
    `insert into event_item (tenant_id, code, name_cn, name_en, type_id, severity, rule, carrier_codes, pol_codes, pod_codes, due_hours, enabled)
     select t.id, 'B' || n, '测量 ' || n, 'Bench ' || n, y.id, 'medium', replace($2, '72', (24 + n % 200)::text),
       case when n % 3 = 1 then (select string_agg(distinct carrier_code, ',') from (select carrier_code from subscription order by carrier_code, id offset n % 7 limit 1) c) end,
       case when n % 3 = 1 then (array['CNSHA','CNNGB','CNSZX','CNTAO','SGSIN'])[1 + n % 5] end,
       case when n % 3 <> 1 and n % 1000 <> 2 then p.code end, 24, true
     from generate_series(1, $1::int) as n join tenant t on t.code = 'ALPHA' join event_item_type y on y.code = 'BENCH'
       join (select code, row_number() over (order by code) - 1 as place, count(*) over () as all_ports from md_port) p on p.place = n % p.all_ports`,
    [indicators, rule('BENCH_LATE', 72)],
  );
}

async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([]);
  const database = await openDatabase({ url: server.url, poolSize: 4, log });
  const reference = await fillShipments(database, shipments, () => openReferenceStore(database, log));
  await database.execute('analyze');
  const queue = createQueue({ database, clock: realClock, log });
  const pipeline = pipelineDeps({ database, queue, clock: realClock, log, reference, keys: [] });
  const run = async (version: number): Promise<number> => {
    const { id } = await startRefusion(
      { database, queue, now: realClock.now() },
      { cause: 'precedence', causeId: version, total: shipments, by: { code: 'bench', name: 'bench' } },
    );
    const startedAt = performance.now();
    const runs = [workOnRun(refusions.precedence, precedenceWork(pipeline, realClock, 'all'))];
    await workRun({ database, clock: realClock, log, runs }, id, new AbortController().signal);
    return (performance.now() - startedAt) / 1000;
  };
  /** Judges by the indicators alone, as switching one on does. */
  const alone = async (): Promise<number> => {
    const [item] = await database.query<{ id: number; tenant_id: number }>(
      'select id, tenant_id from event_item order by id limit 1',
    );
    const { id, tenant_id: tenantId } = item as { id: number; tenant_id: number };
    const scope = { tenantIds: [tenantId], carrierCode: null, lane: null };
    const started = await startRun({ database, queue, now: realClock.now() }, indicatorDetection, {
      params: { ...scope, ruleCode: indicatorCode(id), tenantId, enabled: true, values: {} },
      total: shipments,
      tenantId,
      by: { code: 'bench', name: 'bench' },
    });
    if (started === undefined) throw new Error('the run could not be started');
    const startedAt = performance.now();
    const runs = ruleRuns({ pipeline, clock: realClock, databaseUrl: server.url });
    await workRun({ database, clock: realClock, log, runs }, started.id, new AbortController().signal);
    return (performance.now() - startedAt) / 1000;
  };
  const events = async (): Promise<number> =>
    (await database.query<{ n: number }>('select count(*)::int as n from shipment_event where present'))[0]?.n ?? 0;
  try {
    // The first run makes the fused rows.
    await run(0);
    const bare = await run(1);
    await addIndicators(database);
    const opened = await alone();
    const found = await events();
    const again = await alone();
    const whole = await run(2);
    const figure = (name: string, seconds: number, reached: boolean) => ({
      name: `${indicators} indicators x ${shipments} shipments, ${name}`,
      goal: `<= ${goalSeconds} s for 100,000, events on the board with them`,
      measured: `${rounded(seconds)} s, ${found} events`,
      beside: `${rounded(bare)} s (without indicators)`,
      ratio: rounded(seconds / bare),
      reached: reached && (seconds * 100_000) / shipments <= goalSeconds,
    });
    report([
      figure('judged for the first time', opened, found > 0),
      figure('judged again', again, found > 0 && (await events()) === found),
      figure('judged again by the whole pipeline', whole, found > 0 && (await events()) === found),
    ]);
  } finally {
    await reference.stop();
    await database.close();
    await server.stop();
  }
}

await main();
