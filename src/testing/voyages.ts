import { directVoyage, exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { exampleAnswer } from '#server/connectors/ft/freightower-builders.ts';
import { seal } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { buildSubscription } from './factories.ts';
import type { startPipeline } from './pipeline.ts';
import { startScriptedSource } from './scripted-source.ts';

/** The events a carrier has reported by a moment. */
export const known = (events: readonly WireEvent[], at: Instant): WireEvent[] =>
  events.filter((event) => Date.parse(String(event['eventCreatedDateTime'])) <= at);
/** The same events of another bill. */
export const named = (events: readonly WireEvent[], bill: string): WireEvent[] =>
  JSON.parse(JSON.stringify(events).replaceAll(exampleBill, bill)) as WireEvent[];

/** A stored row as a test looks at it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects of a row itself
type Row = Record<string, any>;
type Subscribed = { subscription: { id: number }; target: number };

/** An aggregator that tells its example of whatever bill it is requested; gives the id of its source. */
export async function addAggregator(
  database: Database,
  keys: Awaited<ReturnType<typeof startPipeline>>['keys'],
  /** What it writes instead of its example. */
  rewrite: (text: string) => string = (text) => text,
  code = 'ft',
): Promise<{ id: number; code: string; baseUrl: string }> {
  const aggregator = await startScriptedSource();
  aggregator.respond(async (_url, request) => {
    const question = JSON.parse((await request.setEncoding('utf8').toArray()).join('')) as { billNo?: string };
    return {
      body: JSON.parse(
        rewrite(JSON.stringify(exampleAnswer())).replaceAll(exampleBill, question.billNo ?? exampleBill),
      ),
    };
  });
  const { id } = await database.system
    .insertInto('source')
    .values({
      code,
      protocol: 'ft',
      profile: 'freightower-key',
      source_type: 'FT',
      channel: 'CARRIER_DISTRIBUTE',
      name_cn: '聚合平台',
      name_en: 'Aggregator',
      base_url: `${aggregator.baseUrl}/ft`,
      credential: seal('key', keys),
      pull_interval_s: 1800,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code, baseUrl: aggregator.baseUrl };
}

/** Voyages of a test: carriers of their own that tell them, and what the pipeline has made of each. */
export function createVoyages(
  database: Database,
  pipeline: Awaited<ReturnType<typeof startPipeline>>,
  tenantId: number,
) {
  let serial = 0;
  /** A carrier of its own with one subscription of a bill whose events it tells as time goes by. */
  const voyage = async (options: { byContainer?: boolean } = {}) => {
    const source = await startScriptedSource();
    const letters = [Math.floor(serial / 26) + 19, serial % 26].map((place) => String.fromCharCode(65 + place));
    const code = `TS${letters.join('')}`;
    serial += 1;
    const bill = `${code}${exampleBill.slice(4)}`;
    const carrier = await pipeline.addCarrier(code, source.baseUrl);
    const subscription = await buildSubscription(database, {
      tenantId,
      ...(options.byContainer === true ? { containerNo: exampleContainer } : { billNo: bill }),
      carrierCode: code,
      subscribedAt: pipeline.clock.now(),
    });
    const target = await pipeline.subscribe(subscription, carrier, pipeline.clock.now());
    const events = named(directVoyage(), bill);
    const notify = (all: readonly WireEvent[] = events): void =>
      source.respond((url) =>
        url.searchParams.get('transportDocumentReference') === bill ||
        url.searchParams.get('equipmentReference') === exampleContainer
          ? { body: known(all, pipeline.clock.now()) }
          : { body: [] },
      );
    notify();
    return { source, code, bill, carrier, subscription, target, events, notify };
  };

  const rowsOf = (table: string, { subscription }: Subscribed) =>
    database.query<Row>(`select * from ${table} where subscription_id = $1 order by id`, [subscription.id]);
  const stateOf = async ({ target }: Subscribed) =>
    (await database.query<Row>('select * from subscription_source where id = $1', [target]))[0] ?? {};
  const exceptionsOf = async (one: Subscribed) =>
    (await rowsOf('shipment_exception', one)).map((row) => `${row['type_code']} ${row['open'] ? 'open' : 'closed'}`);
  const pullTaskOf = async ({ target }: Subscribed) =>
    (await pipeline.queue.list({ kind: 'pull', status: 'waiting', limit: 1000 })).find(
      (task) => task.singletonKey === String(target),
    );

  /** Everything the pipeline has written about a subscription, for "nothing changed". */
  const written = async (one: Subscribed): Promise<string> => {
    const tables = ['raw_answer', 'shipment', 'shipment_exception', 'refusal', 'subscription'];
    const rows = await Promise.all(
      tables.map((table) =>
        database.query(
          `select * from ${table} where ${table === 'subscription' ? 'id' : 'subscription_id'} = $1 order by id`,
          [one.subscription.id],
        ),
      ),
    );
    const changes = await database.query(
      'select c.* from shipment_change c join shipment s on s.id = c.shipment_id where s.subscription_id = $1 order by c.id',
      [one.subscription.id],
    );
    return JSON.stringify([...rows, changes]);
  };

  return { voyage, rowsOf, stateOf, exceptionsOf, pullTaskOf, written };
}
