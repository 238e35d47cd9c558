import { zipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { startMailProduct } from '#testing/mail-in.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const product = await startMailProduct(database, {
  records: { 'TXT haifan.example': [['v=spf1 ip4:127.0.0.1 -all']], 'TXT forged.example': [['v=spf1 -all']] },
});
const mine = await buildTenant(database, { code: 'HAIFAN' });
await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin' });
const boss = await product.signedIn('boss');
const senders = ['erp@haifan.example', 'erp@forged.example'];
const saved = await boss.call('mailImportSave', {
  body: { active: 1, senders, needsProof: 1, recordVersion: null },
});
const address: string = saved.data.address;
const headings = ['是否提单', '提单号', '箱号', '船公司'];
const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ['是', `MERI${100_000_000 + from + index}`, '', 'MERI']);
const sheetOf = (rows: readonly (readonly string[])[]) => ({
  filename: 'sheet.csv',
  content: formatCsv([headings, ...rows].map((row) => [...row])),
});
const mailOf = (content: { filename: string; content: string | Buffer }, from = 'erp@haifan.example') => ({
  from,
  to: address,
  subject: 'Sheet',
  text: String(Math.random()),
  attachments: [content],
});
const latest = async () => (await boss.call('receivedMail.list', { body: {} })).data.records[0];
const count = async () =>
  (await database.query<{ n: number }>('select count(*)::int as n from subscription'))[0]?.n ?? 0;

test('with proof demanded a proven sender is taken and a forged one is held, with the checks in words', async () => {
  await product.send(mailOf(sheetOf(rowsOf(1))));
  await product.work();
  expect(await latest()).toMatchObject({ state: 'done', taken: 1 });
  await product.send(mailOf(sheetOf(rowsOf(1, 1)), 'erp@forged.example'));
  await product.work();
  const held = await latest();
  expect(held).toMatchObject({ state: 'held', reason: '未能证明发件人身份（SPF/DKIM），等待人工确认' });
  const { data } = await boss.call('receivedMailGet', { query: { mailId: held.mailId } });
  expect(data).toMatchObject({ proof: '发件人未证实' });
  expect(data.checks[0]).toEqual({ name: 'SPF', domain: 'forged.example', result: '未通过' });
});

test('a workbook that unpacks to far more than it may is refused with a message', async () => {
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(160_000_000), 'xl/workbook.xml': strToU8('<a/>') });
  await product.send(mailOf({ filename: 'bomb.xlsx', content: Buffer.from(bomb) }));
  await product.work();
  const mail = await latest();
  expect(mail).toMatchObject({ state: 'refused' });
  const { data } = await boss.call('receivedMailGet', { query: { mailId: mail.mailId } });
  expect(data.sheets[0].reason).toBe('文件解压后过大，无法读取');
});

test('two workers take each row once', async () => {
  const before = await count();
  await product.send(mailOf(sheetOf(rowsOf(250, 1_000))));
  const others = [product.newWorker(), product.newWorker()];
  const [row] = await database.query<{ id: number }>(`select id from received_mail where state = 'received'`);
  await database.execute(
    `insert into task (kind, payload, priority, run_at, max_attempts) values ('mail', $1::jsonb, 50, $2, 8)`,
    [JSON.stringify({ mailId: row?.id }), new Date(product.clock.now())],
  );
  await Promise.all(others.map((worker) => worker.processAll()));
  await product.work();
  expect(await latest()).toMatchObject({ state: 'done', taken: 250, unchanged: 0, refused: 0 });
  expect((await count()) - before).toBe(250);
});

test('what a stopped process left goes on behind its last part', async () => {
  const before = await count();
  await product.send(mailOf(sheetOf(rowsOf(150, 5_000))));
  await product.work();
  // As a kill between two parts leaves it: one hundred rows are done, and the task is gone.
  const { mailId } = await latest();
  await database.execute(
    `delete from subscription where id in (select id from subscription order by id desc limit 50)`,
  );
  await database.execute(`update mail_sheet set state = 'working', done_rows = 100, taken = 100 where mail_id = $1`, [
    mailId,
  ]);
  await database.execute(
    `update received_mail set state = 'working', answer_state = 'none', received_at = $2 where id = $1`,
    [mailId, new Date(product.clock.now() - 3_600_000)],
  );
  await product.resume();
  await product.work();
  const { data } = await boss.call('receivedMailGet', { query: { mailId } });
  expect(data.mail).toMatchObject({ state: 'done', taken: 150, unchanged: 0 });
  expect((await count()) - before).toBe(150);
});
