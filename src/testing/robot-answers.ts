import { httpModule } from '#server/module/index.ts';
import { rpa } from '#server/modules/intake/rpa/index.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildSubscription } from './factories.ts';
import { buildTenant, buildUser } from './people.ts';
import { startPipeline } from './pipeline.ts';
import { testApp } from './test-app.ts';

const start = Date.UTC(2026, 1, 16);

/** The key of a robot that brings answers for one tenant, or for the platform. */
async function keyFor(database: Database, tenantId: number | null): Promise<string> {
  const key = `prk_test-${tenantId ?? 'platform'}`;
  await database.system
    .insertInto('robot_key')
    .values({
      tenant_id: tenantId,
      name: 'robot',
      prefix: key.slice(0, 8),
      key_hash: hashToken(key),
      created_at: ts(start),
      created_by: 'test',
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .execute();
  return key;
}

type Fused = { source_type: string; ata: number | null; voyage: string | null; cutoffs: unknown; why: unknown };

/** What a shipment is made of, as its tenant sees it. */
async function fusedIn(database: Database, subscriptionId: number): Promise<Fused | undefined> {
  const [row] = await database.query<Fused & { booking: Fused }>(
    `select f.content->'booking' as booking, f.content->'cutoffs' as cutoffs, r.source_type,
       f.provenance->'items'->'cutoff[FCO]'->'time' as why
     from shipment f join shipment r on r.subscription_id = f.subscription_id and not r.fused
     where f.subscription_id = $1 and f.fused`,
    [subscriptionId],
  );
  return row && { ...row, ...row.booking };
}

/** Two tenants, and robots that bring answers for the shipments they track. */
export async function robotAnswers(database: Database) {
  const [mine, other] = [
    await buildTenant(database, { code: 'RPAA', name_en: 'Tenant RPAA' }),
    await buildTenant(database, { code: 'RPAB' }),
  ];
  const pipeline = await startPipeline(database, { start });
  await buildUser(database, { tenantId: mine.id, userCode: 'rpa.all', allTenants: true, menus: menuCodes });
  await buildUser(database, { tenantId: other.id, userCode: 'rpa.other', menus: ['/robot-answers'] });
  const { clock, queue, reference } = pipeline;
  const modules = [httpModule(rpa, { reference: reference.current, queue })];
  const { anonymous, signedIn } = await testApp(database, { clock, queue, modules });
  const [all, stranger] = [await signedIn('rpa.all'), await signedIn('rpa.other')];
  const platformKey = await keyFor(database, null);

  let serial = 0;
  const nextSerial = (): number => (serial += 1);
  // A shipment of Willow Bay Line that nobody else tracks.
  const cargo = () => {
    const bill = `WILL${String(nextSerial()).padStart(9, '0')}`;
    const subscribe = (tenantId: number) =>
      buildSubscription(database, { tenantId, billNo: bill, carrierCode: 'WILL' });
    return { bill, box: buildContainerNumber('WBLU', serial), subscribe };
  };
  const post = (body: Record<string, unknown>, key = platformKey) =>
    anonymous.call('rpaAnswer', { body, headers: { 'api-key': key, source: 'WaliRobot', 'x-lang': 'en' } });
  let job = 0;
  const answerFor = (bill: string, body: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
    carrierCode: 'WILL',
    subject: 'bill',
    subjectNo: bill,
    collectedAt: clock.now(),
    robotId: 'wali',
    jobId: `job-${(job += 1)}`,
    contentType: 'html',
    body,
    ...more,
  });
  const drain = () => pipeline.worker.processAll();
  const later = async (): Promise<void> => {
    clock.advance(HOUR_MS);
    await drain();
  };
  const refusalsOf = (bill: string) =>
    database.query<{ reason: string; via: string }>(
      `select reason, via from refusal where detail->>'subjectNo' = $1 order by id`,
      [bill],
    );
  return {
    mine,
    other,
    all,
    stranger,
    anonymous,
    pipeline,
    platformKey,
    nextSerial,
    cargo,
    post,
    answerFor,
    drain,
    later,
    refusalsOf,
    keyOf: (tenantId: number | null) => keyFor(database, tenantId),
    fusedOf: (subscriptionId: number) => fusedIn(database, subscriptionId),
  };
}
