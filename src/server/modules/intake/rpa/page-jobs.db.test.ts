import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { worldRobots } from '#server/modules/world/seed/index.ts';
import { productModules } from '#server/product.ts';
import { createParcels } from '#simulator/land/parcels.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { buildUser } from '#testing/people.ts';
import { startWorldThread } from '#testing/world-thread.ts';

// Pages of a carrier without an API, from the plan to the value on screen and back, by a real agent over sockets.

const start = Date.UTC(2026, 2, 2, 6);
const database = await testDatabase();
const thread = await startWorldThread(database, { start, land: true });
const { clock, queue, reference, keys } = thread;
const { app, signedIn } = await testApp(database, {
  clock,
  queue,
  modules: productModules({ reference, keys, queue, clock, worldClock: null }),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const agents = [worldRobots[0], worldRobots[1]].map(({ key }) =>
  spawn(
    process.execPath,
    [
      '--disable-sigusr1',
      '--disable-warning=ExperimentalWarning',
      'src/robot/main.ts',
      '--server',
      server,
      '--key',
      key,
    ],
    { stdio: 'ignore' },
  ),
);
afterAll(async () => {
  for (const agent of agents) {
    agent.kill('SIGTERM');
    if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit');
  }
  await app.close();
});
const tenantOf = async (code: string): Promise<number> =>
  (await database.system.selectFrom('tenant').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const [alpha, beta] = [await tenantOf('ALPHA'), await tenantOf('BETA')];
await buildUser(database, { tenantId: alpha, userCode: 'page.boss', userType: 'admin', allTenants: true });
const menus = ['/job', '/job/detail', '/robot-answers', '/trace-index', '/trace-detail', '/exception-subscribe'];
await buildUser(database, { tenantId: beta, userCode: 'page.stranger', menus });
const [boss, stranger] = [await signedIn('page.boss'), await signedIn('page.stranger')];

const bills = thread.world
  .shipmentsAlive(start)
  .filter(({ carrier, bookedAt }) => carrier.code === 'WILL' && bookedAt < start - 72 * HOUR_MS)
  .map(({ billNo }) => billNo);
const subscribe = async (tenantId: number, billNo: string): Promise<number> => {
  const { id } = await buildSubscription(database, { tenantId, billNo, carrierCode: 'WILL' });
  await database.execute(
    `insert into subscription_source (tenant_id, subscription_id, source_id, next_pull_at)
     select $1, $2, id, $3 from source where code = 'rpa:WILL' on conflict do nothing`,
    [tenantId, id, new Date(start)],
  );
  return id;
};
const ended = async (jobId: string) => {
  const end = Date.now() + 30_000;
  for (;;) {
    const { data } = await boss.call('jobGet', { query: { jobId } });
    if (['Successful', 'Faulted', 'Stopped'].includes(data.jobStatus as string)) return data;
    if (Date.now() > end) throw new Error(`job ${jobId} is ${data.jobStatus}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const processOf = async (tenantId: number): Promise<string> => {
  const [row] = await database.query<{ id: number }>(
    `select id from process where tenant_id = $1 and process_type = 'WILL_PAGES'`,
    [tenantId],
  );
  return String(row?.id);
};
const paths = { bill: '/cargo?bl={no}', container: '/cargo?container={no}' };

test('a job collects what is due for its tenant alone; page, record and value lead back to it', async () => {
  const mine = await subscribe(alpha, bills[0]!);
  const theirs = await subscribe(beta, bills[1]!);
  const input = { carrierCode: 'WILL', most: 20, paths };
  const run = await boss.call('jobRun', { body: { processId: await processOf(alpha), input } });
  const job = await ended(run.data.jobId);
  expect(job).toMatchObject({ jobStatus: 'Successful', output: { pages: 1, read: 1, failed: 0 } });
  expect(job.pages).toMatchObject([{ carrierCode: 'WILL', subjectNo: bills[0], state: 'parsed' }]);
  await thread.worker.processAll();

  const page = (await boss.call('rpaAnswerGet', { query: { answerId: job.pages[0].answerId } })).data;
  expect(page.job).toMatchObject({ jobId: job.jobId, jobStatus: 'Successful' });
  const [shipment] = page.shipments;
  expect(shipment).toMatchObject({ subscriptionId: String(mine), current: true });
  const source = (await boss.call('traceSource', { query: { obmBkId: shipment.shipmentId, sourceCode: 'rpa:WILL' } }))
    .data;
  expect(source.values.length).toBeGreaterThan(0);
  expect(source.page).toMatchObject({ answerId: job.pages[0].answerId, jobId: job.jobId });

  // The other tenant's page is still due, and what was collected is not theirs.
  expect((await stranger.call('jobGet', { query: { jobId: job.jobId } })).status).not.toBe(1);
  const [left] = await database.query<{ robot_until: number | null; raw_answer_id: number | null }>(
    'select robot_until, raw_answer_id from subscription_source where subscription_id = $1',
    [theirs],
  );
  expect(left).toEqual({ robot_until: null, raw_answer_id: null });
});

test('a page that a person asks for is looked at by a job of its own, at once and once', async () => {
  const id = await subscribe(alpha, bills[2]!);
  const ask = () => boss.call('requestRpa', { query: { obmTkSubscribeId: String(id) }, also: true });
  expect((await ask()).status).toBe(1);
  await ask();
  const jobs = await database.query<{ id: number; source: string; priority: number }>(
    'select id, source, priority from job where subscription_id = $1',
    [id],
  );
  expect(jobs).toMatchObject([{ source: 'Manual', priority: 90 }]);
  const job = await ended(String(jobs[0]?.id));
  expect(job).toMatchObject({ jobStatus: 'Successful', subscription: { subscriptionId: String(id) } });
  expect(job.pages).toMatchObject([{ subjectNo: bills[2] }]);
  await thread.worker.processAll();
  expect(
    await database.query(`select state from pull_record where subscription_id = $1 and state = 'pending'`, [id]),
  ).toEqual([]);
});

test('a courier with pages only is collected like a carrier: page, scans with their raw codes, and state of the parcel', async () => {
  const parcel = createParcels('thread')
    .booked(start - 6 * DAY_MS, start - 3 * DAY_MS)
    .find(({ courier }) => courier === 'EMS');
  const { id } = await buildSubscription(database, {
    tenantId: alpha,
    billNo: parcel!.waybill,
    carrierCode: 'EMS',
  });
  await database.execute(`update subscription set mode = 'courier' where id = $1`, [id]);
  await database.execute(
    `insert into subscription_source (tenant_id, subscription_id, source_id, next_pull_at)
     select $1, $2, id, $3 from source where code = 'rpa:EMS' and mode = 'courier'`,
    [alpha, id, new Date(start)],
  );
  const [process] = await database.query<{ id: number; input: string }>(
    `select p.id, s.input from process p join schedule s on s.process_id = p.id
     where p.tenant_id = $1 and p.process_type = 'EMS_PAGES'`,
    [alpha],
  );
  const input = JSON.parse(process!.input) as object;
  const run = await boss.call('jobRun', { body: { processId: String(process!.id), input } });
  const job = await ended(run.data.jobId);
  expect(job).toMatchObject({
    jobStatus: 'Successful',
    output: { pages: 1, read: 1 },
    pages: [{ carrierCode: 'EMS', subjectNo: parcel!.waybill, state: 'parsed' }],
  });
  await thread.worker.processAll();
  const page = (await boss.call('rpaAnswerGet', { query: { answerId: job.pages[0].answerId } })).data;
  expect(page.answer).toMatchObject({ carrierName: '中国邮政 EMS', parserId: 'ems-mail' });
  const [{ shipmentId }] = page.shipments;
  const source = (await boss.call('traceSource', { query: { obmBkId: shipmentId, sourceCode: 'rpa:EMS' } })).data;
  expect(source.page).toMatchObject({ jobId: job.jobId });
  expect(JSON.stringify(source.values)).toContain('EMA · 已收寄');
});

test('what a robot brings for a job that it has lost counts no more', async () => {
  const robot = agents[0]!;
  robot.kill('SIGKILL');
  await once(robot, 'exit');
  const [job] = await database.query<{ id: number; robot_name: string }>(
    `select id, robot_name from job where status = 'Successful' order by id limit 1`,
  );
  const { key } = worldRobots.find(({ name }) => name === job?.robot_name)!;
  const response = await fetch(`${server}/api/data-center/rpa/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', source: 'WaliRobot', 'api-key': key },
    body: JSON.stringify({
      carrierCode: 'WILL',
      subject: 'bill',
      subjectNo: bills[0],
      collectedAt: start,
      robotId: job?.robot_name,
      jobId: String(job?.id),
      contentType: 'html',
      body: '<html></html>',
    }),
  });
  expect(((await response.json()) as { data: { code: string } }).data).toMatchObject({ code: 'lease_lost' });
});
