import { httpModule } from '#server/module/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { pushScheduler } from '#server/modules/intake/collection/index.ts';
import { interchangeOf, messageOf } from '#testing/connectors/edifact/samples.ts';
import { type EdiDeps, edi } from '#server/modules/intake/edi/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildTenant, buildUser } from './people.ts';
import { startPipeline } from './pipeline.ts';
import { testApp } from './test-app.ts';

let serial = 0;
/** Samples about a bill, a container and a sender of a test's own. */
function samples() {
  serial += 1;
  const digits = String(serial).padStart(9, '0');
  const sender = `TERM${serial}`;
  const control = `C${serial}`;
  const bill = `MERI${digits}`;
  const file = (...messages: [string, readonly string[]][]): string =>
    interchangeOf(
      messages.map(([type, body], index) => messageOf(type, body, String(index + 1))),
      { sender, control },
    ).replaceAll('MERI123456789', bill);
  return { sender, bill, file, control };
}

/** The codes of the events of a shipment, in their order. */
export const codesOf = (content: ShipmentContent | undefined): string[] =>
  (content?.events ?? []).map((event) => event.statusCode);

/** Partners to add, and what the database holds of a subscription's shipment. */
function rowsOf(database: Database) {
  const addPartner = async (identity: string, values: Record<string, unknown> = {}): Promise<void> => {
    await database.system
      .insertInto('edi_partner')
      .values({
        partner_code: identity,
        partner_name: `伙伴 ${identity}`,
        edi_identity: identity,
        partner_kind: 'TERMINAL',
        active: true,
        ...values,
      })
      .execute();
  };
  const fusedOf = async (subscriptionId: number) =>
    (
      await database.query<{ content: ShipmentContent | undefined }>(
        'select content from shipment where subscription_id = $1 and fused',
        [subscriptionId],
      )
    )[0]?.content;
  const partsOf = async (sourceType: string, subscriptionId: number) =>
    database.query('select id from shipment where subscription_id = $1 and not fused and source_type = $2', [
      subscriptionId,
      sourceType,
    ]);
  return { addPartner, fusedOf, partsOf };
}

/**
 * Everything electronic messages need: an application with a folder of its own, two tenants, three people (of the
 * platform, of either tenant), and samples whose numbers no other test has.
 */
export async function startEdi(database: Database) {
  const pipeline = await startPipeline(database, { start: Date.UTC(2026, 1, 20) });
  const [mine, other] = [await buildTenant(database, { code: 'EDIA' }), await buildTenant(database, { code: 'EDIB' })];
  await buildUser(database, { tenantId: mine.id, userCode: 'edi.all', allTenants: true, menus: menuCodes });
  await buildUser(database, { tenantId: mine.id, userCode: 'edi.mine', menus: ['/edi-manager'] });
  await buildUser(database, { tenantId: other.id, userCode: 'edi.other', menus: ['/edi-manager'] });
  const root = await mkdtemp(join(tmpdir(), 'edi-'));
  afterAll(() => rm(root, { recursive: true, force: true }));
  const { signedIn } = await testApp(database, {
    clock: pipeline.clock,
    modules: [
      httpModule(edi, {
        reference: pipeline.reference.current,
        queue: pipeline.queue,
        scheduleProcessing: pushScheduler(pipeline.queue),
        ediFolder: root,
      }),
    ],
  });
  const [all, own, stranger] = [await signedIn('edi.all'), await signedIn('edi.mine'), await signedIn('edi.other')];
  const deps: EdiDeps = {
    database,
    clock: pipeline.clock,
    log: pino({ level: 'silent' }),
    reference: () => pipeline.reference.current(),
    scheduleProcessing: pushScheduler(pipeline.queue),
  };
  const upload = (client: typeof all, content: string, fileName = 'test.edi') =>
    client.send('POST', `/api/edi-manager/upload?fileName=${encodeURIComponent(fileName)}`, content, {
      'content-type': 'application/edifact',
    });
  return { pipeline, mine, other, root, all, own, stranger, deps, samples, upload, ...rowsOf(database) };
}
