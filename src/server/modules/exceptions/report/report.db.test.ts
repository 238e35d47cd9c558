import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import readSheets from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ReportRunRow } from '#contract/exceptions/report.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { productModules, taskHandlers } from '#server/product.ts';
import { startSmtpServer, type Handed } from '#simulator/receivers/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { readParts } from '#testing/mail-parts.ts';
import { testDelivery } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { planReports } from './plan-reports.ts';

const database = await testDatabase();
const log = pino({ level: 'silent' });
// Monday, 4 May 2026, 07:30 in Shanghai.
const start = Date.UTC(2026, 4, 3, 23, 30);
const clock = manualClock(start);
const mails: Handed[] = [];
const smtp = await startSmtpServer({ host: '127.0.0.1', port: 0, onMail: (mail) => mails.push(mail) });
const tenant = await buildTenant(database, { code: 'REPA', name: '海帆供应链' });
const other = await buildTenant(database, { code: 'REPB', name: '别家' });
await database.execute(`insert into md_port (code, name, name_cn, zone, search_text)
  values ('CNSHA', 'Shanghai', '上海', 'Asia/Shanghai', ''), ('NLRTM', 'Rotterdam', '鹿特丹', 'Europe/Amsterdam', '')`);
const reference = await openReferenceStore(database, log);
afterAll(async () => {
  await reference.stop();
  await smtp.stop();
});
const queue = createQueue({ database, clock, log });
const delivery = { ...testDelivery, smtpUrl: `smtp://127.0.0.1:${smtp.port}`, timeoutMs: 20_000 };
const given = { reference, keys: [randomBytes(32)], queue, clock, worldClock: null, delivery };
const { run: runHandler, file_run: fileHandler, notification } = taskHandlers(given);
const handlers = Object.fromEntries(
  Object.entries({ run: runHandler, file_run: fileHandler, notification }).filter(
    ([, handler]) => handler !== undefined,
  ),
) as Record<string, NonNullable<typeof runHandler>>;
const worker = createWorker({ queue, handlers });
const { app, signedIn } = await testApp(database, { modules: productModules(given), clock });

const menus = ['/reports', '/trace-index', '/exception-manage'];
const owner = await buildUser(database, { tenantId: tenant.id, userCode: 'qian', name: '钱信', menus });
const colleague = await buildUser(database, { tenantId: tenant.id, userCode: 'li', name: '李明', menus });
const stranger = await buildUser(database, { tenantId: other.id, userCode: 'fremd', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', menus });
for (const { id, userCode } of [owner, colleague, stranger])
  await database.execute('update app_user set email = $2 where id = $1', [id, `${userCode}@x.example`]);
const [qian, li, fremd, boss] = [
  await signedIn('qian'),
  await signedIn('li'),
  await signedIn('fremd'),
  await signedIn('boss'),
];

for (const [tenantId, billNo] of [
  [tenant.id, '=HYPERLINK("x")'],
  [tenant.id, 'COSU6300100001'],
  [other.id, 'THEIRS000001'],
] as const)
  await buildSubscription(database, { tenantId, billNo, carrierCode: 'COSU' });

const order = {
  tenantId: String(tenant.id),
  reportName: '每周货物',
  reportKind: 'shipments',
  viewName: null,
  filters: {},
  days: 7,
  formats: ['xlsx', 'pdf'],
  language: 'zh',
  cron: '0 8 * * 1',
  zone: 'Asia/Shanghai',
  missed: 'latest',
  recipients: [`user ${owner.id}`, `user ${colleague.id}`],
} as const;
const save = (more: object = {}, client = qian) => client.call('reportSave', { body: { ...order, ...more } as never });
const plan = () => planReports({ database, queue, clock, log });
const runsOf = async (reportId: string, client = qian): Promise<ReportRunRow[]> =>
  (await client.call('reportRuns', { query: { reportId } })).data;

beforeEach(async () => {
  clock.set(start);
  mails.splice(0);
  await database.execute('delete from report');
});

const pdfText = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;

test.each(['zh', 'en'] as const)(
  'on time, each recipient gets one mail with a workbook and a PDF (%s)',
  async (language) => {
    const { data } = await save({ language });
    expect(data).toMatchObject({ nextTime: start + 30 * MINUTE_MS, active: true, lastTime: null });
    await plan();
    expect(await runsOf(data.reportId)).toEqual([]);
    clock.advance(30 * MINUTE_MS);
    await plan();
    await plan();
    await worker.processAll();
    expect(mails.map(({ to }) => to[0]).sort()).toEqual(['li@x.example', 'qian@x.example']);
    const parts = readParts(mails[0]?.raw ?? '');
    const text = parts[0]?.body.toString() ?? '';
    expect(text).toContain('钱信');
    expect(text).toContain(`https://portolan.example/reports?reportId=${data.reportId}`);
    const [pdf, xlsx] = ['.pdf', '.xlsx'].map((end) => parts.find(({ fileName }) => fileName.endsWith(end)));
    expect(xlsx?.fileName).toBe('每周货物 2026-05-04.xlsx');
    const [sheet] = await readSheets(xlsx?.body ?? Buffer.alloc(0));
    const rows = sheet?.data.map((row) => row.map(String)) ?? [];
    expect(rows).toHaveLength(3);
    expect(rows.flat()).toEqual(expect.arrayContaining(['=HYPERLINK("x")', 'COSU6300100001']));
    expect(rows.flat().join(' ')).not.toContain('THEIRS');
    const printed = await pdfText(pdf?.body ?? Buffer.alloc(0));
    expect(printed).toContain('COSU6300100001');
    expect(printed).toContain('海帆供应链');
    expect(printed).toContain(language === 'zh' ? '跟踪货物' : 'Shipments');
    expect(printed).toContain(language === 'zh' ? '第 1 / 1 页' : 'Page 1 of 1');
    expect(printed).not.toContain('THEIRS');
    const document = await getDocumentProxy(new Uint8Array(pdf?.body ?? Buffer.alloc(0)));
    const metadata = await document.getMetadata();
    expect(metadata.info).toMatchObject({
      Title: '每周货物 · 海帆供应链',
      Author: '钱信',
      Language: language === 'zh' ? 'zh-CN' : 'en',
    });
    const [run] = await runsOf(data.reportId);
    expect(run).toMatchObject({ state: 'done', rows: 2, plannedTime: start + 30 * MINUTE_MS, problem: null });
    expect(run?.mails.map(({ state }) => state)).toEqual(['sent', 'sent']);
  },
);

test.each(['exceptions', 'arrivals', 'punctuality'] as const)(
  'a report of the kind %s has figures and a table',
  async (reportKind) => {
    await database.execute(
      `insert into shipment_exception (tenant_id, subscription_id, type_code, subject, created_at, updated_at, severity, problem_key)
     select $1, id, 'ETA_DELAY', 'bill', $2, $2, 'high', 'report' from subscription where tenant_id = $1 on conflict do nothing`,
      [tenant.id, new Date(start - DAY_MS)],
    );
    const { data } = await save({ reportKind, days: 30 });
    await qian.call('reportSend', { body: { reportId: data.reportId } });
    await worker.processAll();
    const [run] = await runsOf(data.reportId);
    expect(run).toMatchObject({ state: 'done', rows: reportKind === 'exceptions' ? 2 : 0 });
    const pdf = await app.inject({
      url: `/api/data/report/download?runId=${run?.runId}&format=pdf`,
      headers: { cookie: qian.cookie, source: 'Manual' },
    });
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const words = { exceptions: '未处理完', arrivals: '即将到港', punctuality: '准点率' };
    expect(await pdfText(pdf.rawPayload)).toContain(words[reportKind]);
  },
);

test('a missed time is made up once, or skipped, as the report says', async () => {
  const { data: latest } = await save({ cron: '0 8 * * *' });
  const { data: skipping } = await save({ cron: '0 8 * * *', missed: 'skip', reportName: 'B' });
  clock.advance(3 * DAY_MS + 2 * HOUR_MS);
  await plan();
  await plan();
  await worker.processAll();
  expect((await runsOf(latest.reportId)).map(({ state, plannedTime }) => [state, plannedTime])).toEqual([
    ['done', start + 3 * DAY_MS + 30 * MINUTE_MS],
  ]);
  expect(await runsOf(skipping.reportId)).toMatchObject([{ state: 'skipped', problem: expect.stringContaining('4') }]);
});

test('who may not see the data any more gets no report: it is paused, and its owner is notified', async () => {
  const { data } = await save();
  await database.execute(`delete from user_menu where user_id = $1 and menu_code = '/trace-index'`, [owner.id]);
  clock.advance(HOUR_MS);
  await plan();
  await worker.processAll();
  await database.execute(`insert into user_menu (user_id, menu_code) values ($1, '/trace-index')`, [owner.id]);
  expect(mails).toEqual([]);
  expect(await runsOf(data.reportId)).toMatchObject([
    { state: 'failed', files: [], problem: expect.stringContaining('无权') },
  ]);
  const { data: list } = await qian.call('reportQuery', { body: {} });
  expect(list.reports).toMatchObject([{ active: false, pausedBecause: 'rightLost', nextTime: null }]);
  const { data: inbox } = await qian.call('inboxQuery', { query: {} });
  expect(inbox.messages[0]).toMatchObject({ subject: '定期报表“每周货物”已暂停' });
});

test('recipients are people of the tenant with an address, or addresses that an administrator allowed', async () => {
  expect(await save({ recipients: [] })).toMatchObject({ status: 0, msg: '请至少选择一位收件人' });
  expect(await save({ recipients: [`user ${stranger.id}`] })).toMatchObject({ status: 0 });
  const { data: allowed } = await boss.call('reportAddress.insert', {
    body: { tenantId: tenant.id, address: 'agent@y.example' } as never,
  });
  const { reportAddressId } = allowed as { reportAddressId: string };
  const value = `address ${reportAddressId}`;
  const { data: possible } = await qian.call('reportRecipients', { query: { tenantId: String(tenant.id) } });
  expect(possible).toContainEqual({ value, name: 'agent@y.example', email: 'agent@y.example' });
  expect(await fremd.call('reportRecipients', { query: { tenantId: String(tenant.id) } })).toMatchObject({ status: 0 });
  const { data } = await save({ recipients: [value], formats: ['pdf'] });
  await qian.call('reportSend', { body: { reportId: data.reportId } });
  await worker.processAll();
  expect(mails.map(({ to }) => to)).toEqual([['agent@y.example']]);
});

test('a report belongs to its owner; administrators of the tenant see it and stop it, others do not', async () => {
  const { data } = await save();
  const one = { body: { reportId: data.reportId } };
  expect((await boss.call('reportQuery', { body: {} })).data.reports).toMatchObject([
    { own: false, ownerName: '钱信' },
  ]);
  for (const client of [li, fremd]) {
    expect((await client.call('reportQuery', { body: {} })).data.reports).toEqual([]);
    expect(await client.call('reportSend', one)).toMatchObject({ status: 0 });
    expect(await client.call('reportDelete', one)).toMatchObject({ status: 0 });
    expect(await save({ reportId: data.reportId }, client)).toMatchObject({ status: 0 });
  }
  expect(await save({ tenantId: String(other.id) })).toMatchObject({ status: 0 });
  expect(await boss.call('reportSend', one)).toMatchObject({ status: 0 });
  expect((await boss.call('reportSwitch', { body: { reportId: data.reportId, active: 0 } })).data).toMatchObject({
    active: false,
    pausedBecause: 'person',
  });
  clock.advance(HOUR_MS);
  await plan();
  expect(await runsOf(data.reportId)).toEqual([]);
  expect((await qian.call('reportSwitch', { body: { reportId: data.reportId, active: 1 } })).data.nextTime).toBe(
    start + 7 * DAY_MS + 30 * MINUTE_MS,
  );
  await qian.call('reportSend', one);
  expect(await qian.call('reportSend', one)).toMatchObject({ status: 0, msg: '该报表正在生成，请稍候' });
  await worker.processAll();
  const [run] = await runsOf(data.reportId);
  const url = `/api/data/report/download?runId=${run?.runId}&format=xlsx`;
  const answers = await Promise.all(
    [qian, boss, li, fremd].map(({ cookie }) => app.inject({ url, headers: { cookie, source: 'Manual' } })),
  );
  expect(answers.map(({ headers }) => String(headers['content-type']).includes('spreadsheet'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(await boss.call('reportDelete', one)).toMatchObject({ status: 1 });
  expect(await qian.call('reportRuns', { query: { reportId: data.reportId } })).toMatchObject({ status: 0 });
});

test('times, zones and filters that cannot be meant are refused in words', async () => {
  for (const [more, msg] of [
    [{ cron: 'soon' }, /Cron/],
    [{ cron: '*/5 * * * *' }, /15 分钟/],
    [{ zone: 'Mars/Olympus' }, /时区/],
    [{ reportName: ' ' }, /名称/],
    [{ filters: { nonsense: 1 } }, /./],
  ] as const) {
    const answer = await save(more);
    expect([answer.status, answer.msg]).toEqual([0, expect.stringMatching(msg)]);
  }
});
