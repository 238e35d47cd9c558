import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { attachingSubscriptions } from '#server/modules/intake/source/attach-subscriptions.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { asSite, carrierSites, known, statusPage } from '#testing/carrier-sites.ts';
import { buildSubscription } from '#testing/factories.ts';
import { startHttpReceiver } from '#testing/http-receiver.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { installSitePackages } from './shipped/install-packages.ts';
import { sitePackages } from './shipped/site-packages.ts';

// The site of a carrier from the confirmation of its terms to the page in the database, by a real agent, and until it refuses.

const database = await testDatabase();
await seedMasterData(database);
await installSitePackages(database);
const { app, signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'SITEA' });
const other = await buildTenant(database, { code: 'SITEB' });
await buildUser(database, { tenantId: tenant.id, userCode: 'site.boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: other.id, userCode: 'site.other', userType: 'admin' });
const [boss, otherBoss] = [await signedIn('site.boss'), await signedIn('site.other')];
const site = await startHttpReceiver();
await app.listen({ port: 0, host: '127.0.0.1' });
const made = await boss.call('robot.insert', { body: { robotName: 'sites', machineType: 'WALI_ROBOT' } });
const key = (await boss.call('robotKey', { body: { robotId: made.data.robotId } })).data.key as string;
const agent = spawn(
  process.execPath,
  [
    '--disable-sigusr1',
    '--disable-warning=ExperimentalWarning',
    'src/robot/main.ts',
    '--server',
    `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    '--key',
    key,
  ],
  { stdio: 'ignore' },
);
afterAll(async () => {
  agent.kill('SIGTERM');
  if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit');
  await app.close();
});

const carrierCode = 'ONEY';
const contact = 'robots@forwarder.example';
const follow = (billNo: string) => buildSubscription(database, { tenantId: tenant.id, billNo, carrierCode });
const siteOf = async (caller = boss) =>
  ((await caller.call('rpaSites')).data.sites as { carrierCode: string }[]).find(
    (one) => one.carrierCode === carrierCode,
  );
const processId = async (): Promise<string> => {
  const rows = await database.query<{ id: number }>(
    `select id from process where tenant_id = $1 and process_type = 'ONEY_PAGES'`,
    [tenant.id],
  );
  return String(rows[0]?.id);
};
const ended = async (jobId: string) => {
  const end = Date.now() + 40_000;
  for (;;) {
    const { data } = await boss.call('jobGet', { query: { jobId } });
    if (['Successful', 'Faulted', 'Stopped'].includes(data.jobStatus as string)) return data;
    if (Date.now() > end) throw new Error(`job ${jobId} is ${data.jobStatus}: ${JSON.stringify(data.waiting)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const run = async () =>
  boss.call('jobRun', { body: { processId: await processId(), input: { carrierCode, most: 20 } } });

test('is off until an administrator of the platform has confirmed its terms', async () => {
  await follow(known.one.bill);
  expect(await siteOf()).toMatchObject({
    state: 'off',
    confirmedBy: null,
    packageName: 'ONEY_PAGES',
    packageVersion: '1',
  });
  const body = { carrierCode, contact, pauseSeconds: 2 };
  expect(await otherBoss.call('rpaSiteConfirm', { body })).toMatchObject({
    status: 0,
    msg: expect.stringContaining('平台'),
  });
  expect((await boss.call('rpaSiteConfirm', { body: { ...body, contact: 'nobody' } })).status).toBe(0);
  expect((await boss.call('rpaSiteConfirm', { body: { ...body, carrierCode: 'NONE' } })).status).toBe(0);

  const [version] = await database.query<{ id: number }>(
    `select v.id from package_version v join package k on k.id = v.package_id where k.package_name = 'ONEY_PAGES'`,
  );
  const process = await database.system
    .insertInto('process')
    .values({ tenant_id: tenant.id, package_version_id: version!.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await run()).toMatchObject({
    status: 0,
    msg: expect.stringContaining('海洋网联船务 Ocean Network Express 网站的条款尚未确认'),
  });
  await database.execute('delete from process where id = $1', [process.id]);
  expect(await database.query('select id from job')).toEqual([]);
});

test('once confirmed, a schedule and whoever asks collect from it, and the page is kept', async () => {
  expect(await boss.call('rpaSiteConfirm', { body: { carrierCode, contact, pauseSeconds: 2 } })).toMatchObject({
    status: 1,
  });
  expect(await siteOf()).toMatchObject({
    state: 'ready',
    contact,
    pauseSeconds: 2,
    siteUrl: 'https://ecomm.one-line.com',
  });
  expect(await siteOf(otherBoss)).toMatchObject({ state: 'ready', confirmedBy: null, contact: null });
  const audits = await database.query(`select action, entity_id from audit_log where entity = 'robotSite'`);
  expect(audits).toEqual([{ action: 'confirm', entity_id: carrierCode }]);
  const [schedule] = await database.query<{ input: string; schedule_status: string }>(
    'select input, schedule_status from schedule where process_id = $1',
    [Number(await processId())],
  );
  expect(schedule).toMatchObject({ schedule_status: 'Running', input: expect.stringContaining(carrierCode) });

  await database.execute(`update source set base_url = $1 where code = 'rpa:ONEY'`, [site.url]);
  await database.execute('update robot_site set pause_ms = 1');
  for (const { run: attach } of attachingSubscriptions({ database, clock: realClock, schedulePulls: async () => {} })
    .chores ?? [])
    await attach();
  site.behave(asSite(carrierSites.one()));
  const job = await ended((await run()).data.jobId);
  expect(job).toMatchObject({
    jobStatus: 'Successful',
    output: { pages: 1, read: 1, failed: 0 },
    pages: [{ state: 'parsed' }],
  });
  expect(site.requests[0]?.headers['user-agent']).toBe(`Portolan-robot/1.1.0 (+${contact})`);
  const page = (await boss.call('rpaAnswerGet', { query: { answerId: job.pages[0].answerId } })).data;
  expect(page.text).toContain('voyageList');
  expect(await siteOf()).toMatchObject({ answers: 1, readShare: 1, parserIds: expect.arrayContaining(['one-track']) });

  const { id } = await follow('ONEYNOTHING0001');
  await database.execute(
    `insert into subscription_source (tenant_id, subscription_id, source_id) select $1, $2, id from source where code = 'rpa:ONEY'`,
    [tenant.id, id],
  );
  expect((await boss.call('requestRpa', { query: { obmTkSubscribeId: String(id) } })).status).toBe(1);
  const [asked] = await database.query<{ id: number }>('select id from job where subscription_id = $1', [id]);
  expect(await ended(String(asked!.id))).toMatchObject({
    jobStatus: 'Successful',
    pages: [{ subjectNo: 'ONEYNOTHING0001' }],
  });
});

test('that refuses a robot is asked by none for a day, and the platform is told once', async () => {
  await database.execute('update subscription_source set next_pull_at = now(), robot_until = null');
  site.behave(asSite(carrierSites.one(), () => statusPage(403)));
  const job = await ended((await run()).data.jobId);
  expect(job).toMatchObject({
    jobStatus: 'Faulted',
    errorText: expect.stringContaining('网站拒绝机器人访问，24 小时内不再访问'),
  });
  expect(site.requests).toHaveLength(2);
  // Not repeated, though its process would.
  expect(await database.query('select id from job where previous_job_id is not null')).toEqual([]);
  expect(await siteOf()).toMatchObject({
    state: 'stopped',
    refusedJobId: job.jobId,
    refusal: expect.stringContaining('网站拒绝机器人访问'),
    alternatives: expect.stringContaining('飞驼'),
  });
  expect(await run()).toMatchObject({ status: 0, msg: expect.stringContaining('24 小时后再访问') });
  const inbox = (await boss.call('inboxQuery', { query: { pageSize: 20 } })).data;
  expect(
    inbox.messages.filter(({ link }: { link: string }) => link === `/job/detail?jobId=${job.jobId}`),
  ).toMatchObject([{ subject: expect.stringContaining('海洋网联船务 Ocean Network Express 网站拒绝了机器人 / ') }]);
  expect((await otherBoss.call('inboxQuery', { query: { pageSize: 20 } })).data.messages).toEqual([]);
});

test('whose confirmation is withdrawn is asked nothing more by a job that runs, and the job says why it ended', async () => {
  await database.execute('update robot_site set stopped_until = null');
  await database.execute('update subscription_source set next_pull_at = now(), robot_until = null');
  // The first question is never answered.
  const asked = new Promise<void>((resolve) => site.behave(() => resolve()));
  const { jobId } = (await run()).data;
  await asked;
  expect(await boss.call('rpaSiteWithdraw', { body: { carrierCode } })).toMatchObject({ status: 1 });
  const job = await ended(jobId);
  expect(job).toMatchObject({ jobStatus: 'Stopped', output: null, pages: [] });
  expect(JSON.stringify(job)).toContain('网站条款的确认已撤回，作业终止，不再访问该网站');
  const audits = await database.query(`select action from audit_log where entity = 'job' and entity_id = $1`, [jobId]);
  expect(audits).toEqual(expect.arrayContaining([{ action: 'killJob' }]));
  expect(site.requests).toHaveLength(1);
  // The robot has let go of it: confirmed again it runs the next one.
  await boss.call('rpaSiteConfirm', { body: { carrierCode, contact, pauseSeconds: 2 } });
  await database.execute('update robot_site set pause_ms = 1');
  site.behave(asSite(carrierSites.one()));
  expect(await ended((await run()).data.jobId)).toMatchObject({ jobStatus: 'Successful' });
});

test('whose confirmation is withdrawn is asked nothing, also by jobs that wait', async () => {
  await database.execute('update robot_site set stopped_until = null');
  site.behave(asSite(carrierSites.one()));
  await database.execute('update robot set enabled = false');
  const { jobId } = (await run()).data;
  expect((await otherBoss.call('rpaSiteWithdraw', { body: { carrierCode } })).status).toBe(0);
  expect(await boss.call('rpaSiteWithdraw', { body: { carrierCode } })).toMatchObject({ status: 1 });
  await database.execute('update robot set enabled = true');
  const { data } = await boss.call('jobGet', { query: { jobId } });
  expect(data).toMatchObject({
    jobStatus: 'Pending',
    waiting: { code: 'siteUnconfirmed', page: '/robot-answers', text: expect.stringContaining('ONEY') },
  });
  expect(await siteOf()).toMatchObject({ state: 'off', confirmedBy: null });
  expect(await database.query(`select enabled from source where code = 'rpa:ONEY'`)).toEqual([{ enabled: false }]);
  expect(site.requests).toEqual([]);
  const [followed] = await database.query<{ id: number }>('select id from subscription order by id limit 1');
  const asked = await boss.call('requestRpa', { query: { obmTkSubscribeId: String(followed!.id) } });
  expect(asked).toMatchObject({
    status: 0,
    msg: expect.stringContaining('海洋网联船务 Ocean Network Express 网站的条款尚未确认'),
  });
});

test('a newer version of the product is installed beside what people changed', async () => {
  const one = sitePackages.find((shipped) => shipped.carrierCode === carrierCode)!;
  const versionOf = async () => {
    const [row] = await database.query<{ package_version: string }>(
      'select v.package_version from process p join package_version v on v.id = p.package_version_id where p.id = $1',
      [Number(await processId())],
    );
    return row?.package_version;
  };
  await installSitePackages(database, [{ ...one, version: 2 }]);
  await installSitePackages(database, [{ ...one, version: 2 }]);
  expect(await versionOf()).toBe('2');
  const [second] = await database.query<{ id: number }>(
    `select v.id from package_version v join package k on k.id = v.package_id
     where k.package_name = 'ONEY_PAGES' and v.package_version = '2' and v.shipped`,
  );
  const body = { packageVersionId: String(second!.id), script: 'return 1;', hosts: ['@site'] };
  expect((await boss.call('versionWorkSave', { body })).status).toBe(1);
  await installSitePackages(database, [{ ...one, version: 3 }]);
  expect(await versionOf()).toBe('2');
  expect(await siteOf()).toMatchObject({ packageVersion: '2' });
});
