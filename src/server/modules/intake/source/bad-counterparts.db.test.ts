import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { bodyOf, directVoyage, exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { type ScriptedAnswer, startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 2, 1);
const pipeline = await startPipeline(database, { start });
/** Waits for silent sources only: a limit as short as this would end long answers on a busy machine. */
const impatient = await startPipeline(database, {
  start,
  clock: pipeline.clock,
  keys: pipeline.keys,
  sourceTimeoutMs: 1_500,
});
const tenant = await buildTenant(database);

const keys = { apiKey: 'key-4711', consumerKey: 'key-4711', clientSecret: 'secret-4712' };

/** Writes a list of this many bytes, as fast as it is read. */
function writeLong(response: ServerResponse, bytes: number): void {
  const part = Buffer.from(`"${'x'.repeat(99_997)}",`);
  let left = bytes;
  response.writeHead(200, { 'content-type': 'application/json' }).write('[');
  const go = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= part.length;
      if (!response.write(part)) return void response.once('drain', go);
    }
    response.end('""]');
  };
  go();
}

let written = 0;
const silent = 'a token server that hangs';
const counterparts: Readonly<Record<string, { profile: string; answer: (url: URL) => ScriptedAnswer; error: RegExp }>> =
  {
    'an answer of 200 MB': {
      profile: 'cma-cgm',
      answer: () => (_request, response) => {
        writeLong(response, 200_000_000);
        response.on('close', () => (written = response.socket?.bytesWritten ?? written));
      },
      error: /^too_large: the answer is longer than \d+ bytes$/,
    },
    'pages without end': {
      profile: 'cma-cgm',
      answer: () => ({ headers: { 'next-page-cursor': randomUUID() }, body: [{}] }),
      error: /^too_large: more than 50 pages$/,
    },
    'a page that names itself as the next one': {
      profile: 'cma-cgm',
      answer: () => ({ headers: { 'next-page-cursor': 'same' }, body: [{}] }),
      error: /^bad_answer: the pages go round in a circle$/,
    },
    'a next page on another server': {
      profile: 'cma-cgm',
      answer: () => ({ headers: { link: '<http://elsewhere.example/events>; rel="next"' }, body: [{}] }),
      error: /^bad_answer: the next page is on another server$/,
    },
    [silent]: {
      profile: 'maersk',
      answer: () => () => undefined,
      error: /^timeout: no full answer within \d+ ms$/,
    },
    'a token of 300 KB': {
      profile: 'maersk',
      answer: () => ({ body: { access_token: 'x'.repeat(300_000) } }),
      error: /^too_large: /,
    },
    'a token with a line break': {
      profile: 'maersk',
      answer: () => ({ body: { access_token: 'abc\r\nx-evil: 1' } }),
      error: /^token_refused: the answer holds no token$/,
    },
    'a page in HTML instead of a token': {
      profile: 'maersk',
      answer: () => ({ headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }),
      error: /^token_refused: the answer holds no token$/,
    },
    'a healthy source': {
      profile: 'cma-cgm',
      answer: () => ({ body: JSON.parse(new TextDecoder().decode(bodyOf(directVoyage()))) }),
      error: /^$/,
    },
  };

test('each source that answers badly fails with its reason at once, and the healthy one is not delayed', async () => {
  const subscribed = new Map<string, number>();
  const subscribeTo = async (name: string): Promise<void> => {
    const { profile, answer } = counterparts[name] as (typeof counterparts)[string];
    const index = subscribed.size;
    const server = await startScriptedSource();
    server.respond(answer);
    const code = `B${String.fromCharCode(65 + index)}DX`;
    const asset = await database.system
      .insertInto('asset')
      .values({
        asset_type: `KEYS_${code}`,
        asset_desc: code,
        value_type: 'CREDENTIAL',
        default_value: seal(JSON.stringify(keys), pipeline.keys),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const source = await database.system
      .insertInto('source')
      .values({
        code: `bad-${index}`,
        protocol: 'dcsa',
        profile,
        source_type: 'CARRIER',
        channel: 'SHIPPING_TRACKING',
        carrier_code: code,
        name_cn: name,
        name_en: name,
        base_url: server.baseUrl,
        access_url: `${server.baseUrl}/token`,
        asset_id: asset.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const one = await buildSubscription(database, { tenantId: tenant.id, billNo: exampleBill, carrierCode: code });
    await pipeline.subscribe(one, source.id, start);
    subscribed.set(name, one.id);
  };
  await subscribeTo(silent);
  await impatient.at(start);
  for (const name of Object.keys(counterparts)) if (name !== silent) await subscribeTo(name);
  await pipeline.at(start);
  const rows = await database.query<{ id: number; last_error: string | null; has_data: boolean }>(
    `select s.id, ss.last_error, s.has_data from subscription_source ss join subscription s on s.id = ss.subscription_id
     where s.tenant_id = $1`,
    [tenant.id],
  );
  for (const [name, { error }] of Object.entries(counterparts)) {
    const row = rows.find(({ id }) => id === subscribed.get(name));
    expect({ name, error: row?.last_error ?? '' }).toEqual({ name, error: expect.stringMatching(error) });
    expect({ name, hasData: row?.has_data }).toEqual({ name, hasData: name === 'a healthy source' });
    for (const secret of Object.values(keys)) expect(row?.last_error ?? '').not.toContain(secret);
  }
  // Reading ends at the limit: what is left is not taken.
  expect(written).toBeLessThan(100_000_000);
});
