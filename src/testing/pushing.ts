import { createHmac } from 'node:crypto';
import { directVoyage, exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import type { Database } from '#server/platform/db/database.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from './factories.ts';
import { buildTenant, buildUser } from './people.ts';
import { productApp } from './pipeline-app.ts';
import { type PipelineOptions, startPipeline } from './pipeline.ts';
import { startScriptedSource } from './scripted-source.ts';

/** A product on a test's database, two tenants, and carriers that push to it. */
export async function startPushing(database: Database, options: Omit<PipelineOptions, 'start'> = {}) {
  const pipeline = await startPipeline(database, { start: Date.UTC(2026, 2, 1), ...options });
  const [mine, second] = [
    await buildTenant(database, { code: 'PUSHA' }),
    await buildTenant(database, { code: 'PUSHB' }),
  ];
  await buildUser(database, { tenantId: mine.id, userCode: 'watcher', allTenants: true, menus: menuCodes });
  const { anonymous, signedIn } = await productApp(database, pipeline);
  const watcher = await signedIn('watcher');
  const secret = Buffer.from('the secret of a carrier, 32 bytes').toString('base64');

  let serial = 0;
  async function carrier() {
    const source = await startScriptedSource();
    const letter = (place: number): string => String.fromCharCode(65 + (place % 26));
    const code = `PS${letter(Math.floor(serial / 26))}${letter(serial++)}`;
    const bill = `${code}${exampleBill.slice(4)}`;
    const id = await pipeline.addCarrier(code, source.baseUrl, secret);
    const subscribe = async (
      tenantId: number,
      values: { billNo?: string; containerNo?: string; ended?: boolean } = { billNo: bill },
    ) => {
      const subscription = await buildSubscription(database, { tenantId, carrierCode: code, ...values });
      const target = await pipeline.subscribe(subscription, id, Date.UTC(2027, 0, 1));
      return { ...subscription, target };
    };
    // Papers that name neither bill nor container find no subscription.
    const named = directVoyage().filter((event) => event['eventType'] !== 'SHIPMENT');
    const events = JSON.parse(JSON.stringify(named).replaceAll(exampleBill, bill)) as WireEvent[];
    return { id, code, bill, source, events, subscribe };
  }

  const sign = (body: string, key = secret): string =>
    `sha256=${createHmac('sha256', Buffer.from(key, 'base64')).update(body).digest('hex')}`;
  const push = (code: string, payload: unknown, headers?: Record<string, string>) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return anonymous.call('pushDcsa', {
      params: { sourceCode: `dcsa:${code}` },
      body,
      headers: { 'notification-signature': sign(body), 'x-lang': 'en', ...headers },
    });
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects of a row itself
  type Row = Record<string, any>;
  const fusedOf = async (subscriptionId: number) =>
    (await database.query<Row>('select * from shipment where subscription_id = $1 and fused', [subscriptionId]))[0];
  const storedOf = (subscriptionId: number) =>
    database.query('select id from raw_answer where subscription_id = $1', [subscriptionId]);
  const refusalsOf = (sourceId: number) =>
    database.query<{ reason: string }>('select reason from refusal where source_id = $1 order by id', [sourceId]);
  return { pipeline, mine, second, anonymous, watcher, carrier, secret, sign, push, fusedOf, storedOf, refusalsOf };
}
