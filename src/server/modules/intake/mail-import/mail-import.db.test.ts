import { beforeEach, describe, expect, test } from 'vitest';
import { formatCsv } from '#shared/text/csv.ts';
import { mailDomain, startMailProduct } from '#testing/mail-in.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const product = await startMailProduct(database);
const mine = await buildTenant(database, { code: 'HAIFAN', name: '海帆货代' });
const theirs = await buildTenant(database, { code: 'OTHER' });
const menus = ['/mail-import', '/exception-subscribe', '/order-lines'];
const bossUser = await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin', name: '王主管' });
await buildUser(database, { tenantId: mine.id, userCode: 'clerk', menus, name: '李操作' });
await buildUser(database, { tenantId: mine.id, userCode: 'reader', menus: ['/mail-import'] });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', userType: 'admin' });
await database.execute(`update app_user set email = 'Boss@Haifan.example' where id = $1`, [bossUser.id]);
const [boss, clerk, reader, stranger] = await Promise.all(
  ['boss', 'clerk', 'reader', 'stranger'].map((code) => product.signedIn(code)),
);

const settings = { active: 1, senders: ['erp@haifan.example'], needsProof: 0, recordVersion: null };
const saved = await boss!.call('mailImportSave', { body: settings });
const address: string = saved.data.address;

let serial = 0;
type Sheet = { filename: string; content: string | Buffer };
const csv = (rows: readonly (readonly string[])[], filename = 'sheet.csv'): Sheet => ({
  filename,
  content: formatCsv(rows.map((row) => [...row])),
});
const mailOf = (attachments: readonly Sheet[], more: Record<string, unknown> = {}) => ({
  from: 'ERP <erp@haifan.example>',
  to: address,
  subject: `Orders ${(serial += 1)}`,
  text: 'see attachment',
  attachments: [...attachments],
  ...more,
});
async function deliver(attachments: readonly Sheet[], more: Record<string, unknown> = {}) {
  await product.send(mailOf(attachments, more));
  await product.work();
  return latest();
}
const latest = async () => (await clerk!.call('receivedMail.list', { body: {} })).data.records[0];
const detailOf = async (mailId: string, client = clerk!) =>
  (await client.call('receivedMailGet', { query: { mailId } })).data;
const subscriptions = () =>
  database.query<{ bill_no: string | null; container_no: string | null }>(
    'select bill_no, container_no from subscription where tenant_id = $1 order by id',
    [mine.id],
  );
/** Maps the only sheet of a mail as it was guessed. */
async function mapAsGuessed(mailId: string, client = clerk!) {
  const [sheet] = (await detailOf(mailId)).sheets;
  const preview = (await client.call('mailSheetPreview', { query: { sheetId: sheet.sheetId } })).data;
  const guess = preview.kinds.find(({ kind }: { kind: string }) => kind === preview.guess);
  const columns = guess.columns.map(({ name, place }: { name: string; place: number }) => ({ name, place }));
  const mapped = await client.call('mailSheetMap', { body: { sheetId: sheet.sheetId, kind: preview.guess, columns } });
  await product.work();
  return { preview, mapped };
}

beforeEach(async () => {
  for (const table of ['received_mail', 'mail_mapping', 'subscription', 'order_line'])
    await database.execute(`delete from ${table}`);
  product.clearAnswers();
});

test('the address is made by an administrator, is hard to guess, and is seen by the tenant alone', async () => {
  expect(address).toMatch(/^haifan-[a-z0-9]{8}@inbound\.example$/);
  const { data } = await clerk!.call('mailImportGet');
  expect(data).toMatchObject({ address, users: ['boss@haifan.example'], mayChange: 0, userName: '王主管' });
  expect((await stranger!.call('mailImportGet')).data).toMatchObject({ address: null, users: [] });
  expect((await clerk!.call('mailImportSave', { body: settings })).http).toBe(403);
  const twice = await boss!.call('mailImportSave', { body: settings });
  expect(twice).toMatchObject({ status: 0, msg: '这条数据刚刚有变化，请刷新后重试' });
  for (const senders of [['nonsense'], ['@qq.com']])
    expect((await boss!.call('mailImportSave', { body: { ...settings, senders, recordVersion: 1 } })).status).toBe(0);
});

describe('references', () => {
  const headings = ['船东提单号', '柜号', '船公司'];

  test('are mapped once; the next sheet with the same headings is taken without a question', async () => {
    const first = await deliver([
      csv([headings, ['MERI123456789', 'CSQU3054383', 'MERI'], ['', 'MSKU0000007', 'NOBODY']]),
    ]);
    expect(first).toMatchObject({ state: 'unmapped', sender: 'erp@haifan.example', sheets: 1, answer: 'none' });
    expect(await subscriptions()).toEqual([]);
    expect(product.answers()).toEqual([]);
    const inbox = await database.query<{ address: string; content: string }>(
      `select address, content from notification where kind = 'mail'`,
    );
    expect(inbox).toMatchObject([{ address: 'boss' }]);

    const { preview, mapped } = await mapAsGuessed(first.mailId);
    expect(preview).toMatchObject({ guess: 'references', rowCount: 2, headings });
    expect(mapped).toMatchObject({ status: 1, data: { sheets: 1 } });
    expect(await subscriptions()).toEqual([{ bill_no: 'MERI123456789', container_no: 'CSQU3054383' }]);
    const done = await detailOf(first.mailId);
    expect(done.mail).toMatchObject({ state: 'partly', taken: 1, refused: 1, unchanged: 0, answer: 'sent' });
    expect(done.sheets[0]).toMatchObject({ kind: 'references', userName: '李操作', refusals: [{ row: 3 }] });
    const [answer] = product.answers();
    expect(answer).toMatchObject({ to: ['erp@haifan.example'] });
    expect(answer?.text).toContain('导入 1 行，无变化 0 行，被拒 1 行');
    expect(answer?.text).toContain('第 3 行');
    expect(answer?.text).toContain(`https://portolan.example/mail-import?mailId=${first.mailId}`);
    expect(answer?.raw).toMatch(/Auto-Submitted: auto-replied/);
    expect(answer?.raw).toMatch(/In-Reply-To: </);

    const second = await deliver([
      csv([
        ['船公司', '柜号', '船东提单号'],
        ['MERI', '', 'MERI123456789'],
        ['MERI', '', 'MERI987654321'],
      ]),
    ]);
    expect(second).toMatchObject({ state: 'done', taken: 1, unchanged: 1, refused: 0, answer: 'sent' });
    expect(await subscriptions()).toHaveLength(2);
    const audits = await database.query<{ actor_code: string; client: string; origin: string }>(
      `select actor_code, client, origin from audit_log where entity = 'subscription' and action = 'subscribe' order by id desc limit 1`,
    );
    expect(audits).toEqual([{ actor_code: 'clerk', client: 'E-mail erp@haifan.example', origin: 'Remote' }]);
  });

  test('the own template needs no mapping and is taken in the name of who set the address up', async () => {
    const mail = await deliver([
      csv([
        ['是否提单', '提单号', '箱号', '船公司', '船名', '航次'],
        ['是', 'MERI111222333', '', 'MERI', '', ''],
      ]),
    ]);
    expect(mail).toMatchObject({ state: 'done', taken: 1 });
    expect((await detailOf(mail.mailId)).sheets[0]).toMatchObject({ userName: '王主管' });
  });

  test('a GBK file is read', async () => {
    const gbk = Buffer.from('b4acb6abcce1b5a5bac52cb4acb9abcbbe0a4d455249313131323232342c4d4552490a', 'hex');
    const mail = await deliver([{ filename: 'gbk.csv', content: gbk }]);
    const { preview } = await mapAsGuessed(mail.mailId);
    expect(preview.headings).toEqual(['船东提单号', '船公司']);
    expect(await subscriptions()).toMatchObject([{ bill_no: 'MERI1112224' }]);
  });

  test('a mail that comes twice, also by another way, is taken once', async () => {
    const sheet = csv([headings, ['MERI123456789', '', 'MERI']]);
    const once = mailOf([sheet], { messageId: '<one@haifan.example>', date: new Date(0), headers: {} });
    const boundary = { ...once, attachments: undefined, text: 'x', subject: 'Same' };
    await product.send(boundary);
    await product.send({ ...boundary, headers: { Received: 'from relay.example by other.example' } });
    await product.send({ ...boundary, text: 'something else' });
    await product.work();
    expect((await clerk!.call('receivedMail.list', { body: {} })).data.totalRecord).toBe(2);
  });
});

describe('orders', () => {
  const headings = ['PO No.', 'Item', 'Vendor', 'Material description', 'Qty', 'Delivery date', 'Container'];

  test('are mapped once, added, changed and left as they are, in the name of who mapped them', async () => {
    const row = ['4500012345', '10', 'Golden Garments', 'T-shirts', '1,200', '2026-07-01', 'CSQU3054383'];
    const first = await deliver([csv([headings, row, ['4500012345', '20', '', 'Caps', 'many', '2026-07-01', '']])]);
    const { preview } = await mapAsGuessed(first.mailId);
    expect(preview.guess).toBe('orders');
    expect(await latest()).toMatchObject({ state: 'partly', taken: 1, refused: 1 });
    const lines = () =>
      database.query<{ order_no: string; quantity: number; reference_nos: string; tenant_id: number }>(
        'select order_no, quantity::float8 as quantity, reference_nos, tenant_id from order_line order by line_no',
      );
    expect(await lines()).toEqual([
      { order_no: '4500012345', quantity: 1200, reference_nos: 'CSQU3054383', tenant_id: mine.id },
    ]);
    const { sheets } = await detailOf(first.mailId);
    expect(sheets[0].refusals[0]).toMatchObject({ row: 3, reason: expect.stringContaining('供应商') });

    const second = await deliver([
      csv([headings, row, ['4500012345', '30', 'Golden', 'Socks', '5', '2026-07-02', '']]),
    ]);
    expect(second).toMatchObject({ state: 'done', taken: 1, unchanged: 1 });
    const changed = row.with(4, '1500');
    expect(await deliver([csv([headings, changed])])).toMatchObject({ taken: 1, unchanged: 0, refused: 0 });
    expect((await lines())[0]).toMatchObject({ quantity: 1500 });
    const [audit] = await database.query<{ actor_code: string; client: string; action: string }>(
      `select actor_code, client, action from audit_log where entity = 'orderLine' order by id desc limit 1`,
    );
    expect(audit).toEqual({ actor_code: 'clerk', client: 'E-mail erp@haifan.example', action: 'update' });
  });

  test('rights count as they are when the mail comes', async () => {
    const sheet = (line: string) =>
      csv([headings, ['4500099999', line, 'Golden', 'Caps', '5', '2026-07-01', '']], `${line}.csv`);
    await mapAsGuessed((await deliver([sheet('1')])).mailId);
    await database.execute(`delete from user_menu where menu_code = '/order-lines'`);
    const refused = await deliver([sheet('2')]);
    expect(refused).toMatchObject({ state: 'refused', taken: 0 });
    expect((await detailOf(refused.mailId)).sheets[0].reason).toContain('没有导入这类数据的权限');
    await database.execute(
      `insert into user_menu (user_id, menu_code) select id, '/order-lines' from app_user where user_code = 'clerk'`,
    );
    await boss!.call('receivedMailAct', { body: { mailId: refused.mailId, act: 'again' } });
    await product.work();
    expect(await latest()).toMatchObject({ state: 'done', taken: 1 });
    // The sender was answered once.
    expect(product.answers()).toHaveLength(2);
  });

  test('somebody without the right to a kind cannot map for it', async () => {
    const { mailId } = await deliver([csv([headings, ['1', '1', 'G', 'C', '5', '2026-07-01', '']])]);
    const { mapped } = await mapAsGuessed(mailId, reader!);
    expect(mapped.http).toBe(403);
    const [sheet] = (await detailOf(mailId)).sheets;
    const missing = await clerk!.call('mailSheetMap', {
      body: { sheetId: sheet.sheetId, kind: 'orders', columns: [{ name: 'orderNo', place: 0 }] },
    });
    expect(missing).toMatchObject({ status: 0, msg: '请为以下字段选择列：行号、供应商、品名、订购数量、承诺交付日' });
  });
});

describe('senders', () => {
  const sheet = csv([
    ['是否提单', '提单号', '箱号', '船公司'],
    ['是', 'MERI444555666', '', 'MERI'],
  ]);

  test('of users are taken; others wait in quarantine without an answer until a person decides', async () => {
    expect(await deliver([sheet], { from: 'boss@HAIFAN.example' })).toMatchObject({ state: 'done', taken: 1 });
    product.clearAnswers();
    const held = await deliver([sheet], { from: 'evil@other.example' });
    expect(held).toMatchObject({ state: 'held', reason: '发件人不在允许的范围内，等待人工确认', answer: 'none' });
    expect((await detailOf(held.mailId)).acts).toEqual(['accept', 'reject']);
    expect(await clerk!.call('receivedMailAct', { body: { mailId: held.mailId, act: 'again' } })).toMatchObject({
      status: 0,
      msg: '该邮件的状态已变化，请刷新后再试',
    });
    await clerk!.call('receivedMailAct', { body: { mailId: held.mailId, act: 'accept' } });
    await product.work();
    expect(await latest()).toMatchObject({ state: 'done', unchanged: 1, answer: 'sent', reason: null });
    const other = await deliver([sheet], { from: 'evil@other.example' });
    await clerk!.call('receivedMailAct', { body: { mailId: other.mailId, act: 'reject' } });
    await product.work();
    expect(await latest()).toMatchObject({ state: 'rejected', answer: 'none' });
    expect(product.answers()).toHaveLength(1);
  });

  test('two of them in one mail are nobody that can be answered', async () => {
    const raw = `From: erp@haifan.example\r\nFrom: x@y.example\r\nSubject: two\r\n\r\nhello`;
    await product.send({ envelope: { from: 'erp@haifan.example', to: [address] }, raw });
    await product.work();
    expect(await latest()).toMatchObject({ state: 'held', sender: null, subject: 'two' });
  });

  test.each([
    ['a bounce', { envelope: { from: '', to: [address] } }],
    ['an automatic answer', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a list', { headers: { Precedence: 'bulk' } }],
  ])('%s is taken but never answered', async (_name, more) => {
    expect(await deliver([sheet], more)).toMatchObject({ state: 'done', answer: 'none' });
    expect(product.answers()).toEqual([]);
  });
});

describe('files that are none', () => {
  const cases: [string, Sheet[], string][] = [
    ['no attachment', [], '邮件没有附件'],
    ['a picture', [{ filename: 'x.png', content: Buffer.from('x') }], '邮件没有附件'],
    ['a document', [{ filename: 'x.pdf', content: '%PDF' }], '只支持 xlsx 和 csv 文件'],
    ['text that is called xlsx', [{ filename: 'x.xlsx', content: 'a,b\n1,2' }], '只支持 xlsx 和 csv 文件'],
    ['an old xls', [{ filename: 'x.xls', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') }], '不支持旧版 xls'],
    [
      'a password',
      [
        {
          filename: 'x.xlsx',
          content: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
        },
      ],
      '文件设有密码',
    ],
    ['a broken zip', [{ filename: 'x.xlsx', content: Buffer.from('504b0304ffff', 'hex') }], '无法读取文件'],
    ['winmail.dat', [{ filename: 'winmail.dat', content: 'x' }], 'winmail.dat'],
    ['headings alone', [csv([['提单号', '船公司']])], '没有数据行'],
  ];
  test.each(cases)('%s gets a clear message', async (_name, attachments, message) => {
    const mail = await deliver(attachments);
    expect(mail).toMatchObject({ state: 'refused', taken: 0, answer: 'sent' });
    expect(product.answers()[0]?.text).toContain(message);
  });

  test('a mail within a mail says so', async () => {
    const nested = { filename: 'fw.eml', contentType: 'message/rfc822', content: 'From: a@b.example\r\n\r\nhello' };
    await deliver([nested as Sheet]);
    expect(product.answers()[0]?.text).toContain('附件是另一封邮件');
  });
});

describe('other tenants', () => {
  test('see and change nothing', async () => {
    const { mailId } = await deliver([csv([['提单号'], ['MERI123456789']])]);
    const [sheet] = (await detailOf(mailId)).sheets;
    expect((await stranger!.call('receivedMail.list', { body: {} })).data.records).toEqual([]);
    for (const answer of [
      await stranger!.call('receivedMailGet', { query: { mailId } }),
      await stranger!.call('receivedMailAct', { body: { mailId, act: 'reject' } }),
      await stranger!.call('mailSheetPreview', { query: { sheetId: sheet.sheetId } }),
      await stranger!.call('mailFile', { query: { mailId } }),
      await stranger!.call('mailSheetMap', {
        body: { sheetId: sheet.sheetId, kind: 'references', columns: [{ name: 'blNo', place: 0 }] },
      }),
    ])
      expect(answer.data).toMatchObject({ notFound: true });
  });

  test('the mail and its files are given back as they came', async () => {
    const { mailId } = await deliver([csv([['提单号'], ['MERI123456789']], 'my sheet.csv')]);
    const [sheet] = (await detailOf(mailId)).sheets;
    const file = await clerk!.call('mailFile', { query: { mailId, sheetId: sheet.sheetId } });
    expect(file.text).toContain('MERI123456789');
    expect(file.headers['content-disposition']).toContain('attachment');
    expect((await clerk!.call('mailFile', { query: { mailId } })).text).toContain('Subject: Orders');
  });
});

test('a changed address takes nothing any more under its former name, one that is off nothing at all', async () => {
  const { data } = await boss!.call('mailImportGet');
  const { recordVersion } = data;
  const other = await stranger!.call('mailImportSave', { body: { ...settings, recordVersion: null } });
  const former: string = other.data.address;
  const moved = await stranger!.call('mailImportSave', {
    body: { ...settings, newAddress: 1, recordVersion: other.data.recordVersion },
  });
  expect(moved.msg).toBe('已更换地址，旧地址不再接收邮件');
  await expect(product.send(mailOf([], { to: former }))).rejects.toThrow('550');
  await expect(product.send(mailOf([], { to: moved.data.address }))).resolves.toContain('250');
  await boss!.call('mailImportSave', { body: { ...settings, active: 0, recordVersion } });
  await expect(product.send(mailOf([]))).rejects.toThrow('550');
  await boss!.call('mailImportSave', { body: { ...settings, active: 1, recordVersion: recordVersion + 1 } });
  await expect(product.send(mailOf([], { to: `nobody@${mailDomain}` }))).rejects.toThrow('550 5.1.1 No such mailbox');
});
