import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { ediFileScheduler, pushScheduler } from '#server/background.ts';
import {
  gateInReport,
  interchangeOf,
  loadingReport,
  messageOf,
  statusReport,
} from '#server/connectors/edifact/samples.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { type EdiDeps, ediModule, openFolder, tieMessages } from './index.ts';

const database = await testDatabase();
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
    ediModule({
      reference: pipeline.reference,
      scheduleProcessing: pushScheduler(pipeline.queue),
      scheduleFile: ediFileScheduler(pipeline.queue),
      folder: root,
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

let serial = 0;
/** Samples about a bill, a box and a sender of a test's own. */
function samples() {
  serial += 1;
  const digits = String(serial).padStart(9, '0');
  const sender = `TERM${serial}`;
  const bill = `MERI${digits}`;
  const file = (...messages: [string, readonly string[]][]): string =>
    interchangeOf(
      messages.map(([type, body], index) => messageOf(type, body, String(index + 1))),
      { sender, control: `C${serial}` },
    ).replaceAll('MERI123456789', bill);
  return { sender, bill, file };
}
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
const upload = (client: typeof all, content: string, fileName = 'test.edi') =>
  client.send('POST', `/api/edi-manager/upload?fileName=${encodeURIComponent(fileName)}`, content, {
    'content-type': 'application/edifact',
  });
const fusedOf = async (subscriptionId: number) =>
  (
    await database.query<Record<string, any>>('select content from shipment where subscription_id = $1 and fused', [
      subscriptionId,
    ])
  )[0]?.['content'];
const codesOf = (content: any): string[] => (content?.events ?? []).map((event: any) => event.statusCode);
const partsOf = async (sourceType: string, subscriptionId: number) =>
  database.query('select id from shipment where subscription_id = $1 and not fused and source_type = $2', [
    subscriptionId,
    sourceType,
  ]);

describe('an uploaded file', () => {
  test('becomes events of the shipments it is about', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender);
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const answer = await upload(all, file(['COARRI', loadingReport], ['IFTSTA', statusReport]));
    expect(answer).toMatchObject({ http: 200, status: 1 });
    expect(answer.data).toMatchObject({
      done: true,
      fileName: 'test.edi',
      messages: [
        { messageType: 'COARRI', state: 'parsed', events: 4, applied: 2, waiting: 2, partnerCode: sender },
        { messageType: 'IFTSTA', state: 'parsed', events: 3, applied: 3, waiting: 0 },
      ],
    });
    await pipeline.worker.processAll();
    expect(codesOf(await fusedOf(subscription.id)).sort()).toEqual(['BDAR', 'DLPT', 'LOBD']);
    expect(await partsOf('TERMINAL', subscription.id)).toHaveLength(1);
  });

  test('as a form is the same file', async () => {
    const { file } = samples();
    const content = file(['CODECO', gateInReport]);
    const form = `--xx\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n--xx\r\nContent-Disposition: form-data; name="file"; filename="gate.edi"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--xx--\r\n`;
    const answer = await all.send('POST', '/api/edi-manager/upload', form, {
      'content-type': 'multipart/form-data; boundary=xx',
    });
    expect(answer.data).toMatchObject({
      fileName: 'gate.edi',
      sizeBytes: content.length,
      messages: [{ messageType: 'CODECO' }],
    });
    const id = answer.data.messages[0].id;
    expect((await all.call('ediDownload', { query: { id } })).text).toBe(content);
    const empty = await all.send('POST', '/api/edi-manager/upload', '--xx--\r\n', {
      'content-type': 'multipart/form-data; boundary=xx',
    });
    expect(empty.http).toBe(400);
  });

  test('can be looked at segment by segment, with problems at their places', async () => {
    const { file, bill } = samples();
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const broken = file(['CODECO', gateInReport]).replace('UNT+14', 'UNT+15').replaceAll("'", "'\n");
    // A gate move that names the bill, so that it finds its shipment.
    const { data } = await upload(all, broken.replace('RFF+BN:MERIB00017', `RFF+BM:${bill}`));
    const detail = await all.call('ediGet', { query: { id: data.messages[0].id } });
    expect(detail.data.segments[0]).toMatchObject({ number: 2, line: 2, tag: 'UNH' });
    expect(detail.data.problems).toMatchObject([{ code: 'unt_count', segment: 15, line: 15, severity: 'warning' }]);
    expect(detail.data.problems[0].text).toMatch(/[\u4e00-\u9fff]/);
    expect(detail.data.events).toMatchObject([
      {
        code: 'GTIN',
        portCode: 'CNSHA',
        time: Date.UTC(2026, 0, 8, 1, 30),
        subscriptionIds: [String(subscription.id)],
      },
    ]);
    expect(detail.data.shipments).toMatchObject([{ subscriptionId: String(subscription.id), billNo: bill, events: 1 }]);
  });

  test('that is no EDIFACT is kept and says so', async () => {
    const { data } = await upload(all, 'hello, world', 'hello.txt');
    expect(data.messages).toMatchObject([{ state: 'refused', messageType: null }]);
    expect(data.messages[0].reasons.map((reason: any) => reason.code)).toContain('not_edifact');
    const list = await all.call('ediQuery', { body: { keyword: 'hello.txt' } });
    expect(list.data.totalRecord).toBe(1);
  });

  test('too large leaves nothing', async () => {
    const before = await database.query('select id from edi_file');
    const { storeFile, FileTooLarge } = await import('./file-store.ts');
    const file = {
      tenantId: null,
      direction: 'in',
      way: 'upload',
      name: 'x',
      receivedAt: 0,
      uploadedBy: null,
      allowedTenants: null,
    } as const;
    const chunks = Array.from({ length: 10 }, () => Buffer.alloc(100_000));
    await expect(storeFile(database, file, chunks, 500_000)).rejects.toBeInstanceOf(FileTooLarge);
    expect(await database.query('select id from edi_file')).toHaveLength(before.length);
  });

  test('of a megabyte and more is read in the background, in order and once', async () => {
    const { file } = samples();
    const boxes = Array.from({ length: 250 }, () => loadingReport.slice(5, -1)).flat();
    const body = [...loadingReport.slice(0, 5), ...boxes];
    const many = Array.from({ length: 20 }, (): [string, readonly string[]] => ['COARRI', body]);
    const { data } = await upload(all, file(...many));
    expect(data).toMatchObject({ done: false, messages: [{ state: 'received' }] });
    await pipeline.worker.processAll();
    const rows = await database.query<{ n: number; top: number }>(
      'select count(*)::int as n, max(ordinal) as top from edi_message where file_id = $1',
      [Number(data.fileId)],
    );
    expect(rows).toEqual([{ n: 20, top: 20 }]);
  }, 60_000);
});

describe('what came before', () => {
  test('is recognised, marked and not taken twice', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender);
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const content = file(['IFTSTA', statusReport]);
    const first = await upload(all, content);
    const again = await upload(all, content);
    const differs = await upload(all, content.replace('202601101130', '202601101145'));
    expect(again.data.messages).toMatchObject([
      { state: 'duplicate', duplicateOf: first.data.messages[0].id, applied: 0 },
    ]);
    expect(again.data.messages[0].reasons.map((reason: any) => reason.code)).toEqual(['duplicate']);
    expect(differs.data.messages[0].reasons.map((reason: any) => reason.code)).toEqual(['duplicate_differs']);
    await pipeline.worker.processAll();
    expect(
      await database.query('select id from raw_answer where subscription_id = $1', [subscription.id]),
    ).toHaveLength(1);
    const forced = await all.call('ediReprocess', { body: { ids: [differs.data.messages[0].id] } });
    expect(forced.data).toMatchObject({ done: 1, messages: [{ state: 'parsed', applied: 3 }] });
  });

  test('was refused, so that it may come again', async () => {
    const { file } = samples();
    const content = file(['CODECO', gateInReport]);
    const broken = await upload(all, content.replace("UNT+14+1'", ''));
    expect(broken.data.messages).toMatchObject([{ state: 'refused', applied: 0 }]);
    expect((await upload(all, content)).data.messages).toMatchObject([{ state: 'parsed' }]);
  });

  test('is read again without telling anything twice', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender);
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const { data } = await upload(
      all,
      file(
        ['CODECO', gateInReport.map((segment) => segment.replace('BN:MERIB00017', 'BM:MERI123456789'))],
        ['IFTSTA', statusReport],
      ).replaceAll("'", "'\r\n"),
    );
    await pipeline.worker.processAll();
    const before = await fusedOf(subscription.id);
    const [, second] = data.messages;
    const detail = await all.call('ediGet', { query: { id: second.id } });
    const answer = await all.call('ediReprocess', { body: { ids: data.messages.map(({ id }: any) => id) } });
    expect(answer.data.done).toBe(2);
    expect(answer.data.messages).toEqual(data.messages);
    await pipeline.worker.processAll();
    expect(await fusedOf(subscription.id)).toEqual(before);
    expect((await all.call('ediGet', { query: { id: second.id } })).data).toEqual(detail.data);
  });
});

describe('whose a message is', () => {
  test('follows its partner, and others do not see it', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender, { tenant_id: mine.id });
    const subscriptions = [
      await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' }),
      await buildSubscription(database, { tenantId: other.id, billNo: bill, carrierCode: 'MERI' }),
    ];
    const { data } = await upload(all, file(['IFTSTA', statusReport]));
    await pipeline.worker.processAll();
    expect(
      await Promise.all(subscriptions.map(({ id }) => fusedOf(id).then((content) => content !== undefined))),
    ).toEqual([true, false]);
    const [{ id }] = data.messages;
    expect((await own.call('ediGet', { query: { id } })).data.message.id).toBe(id);
    expect((await stranger.call('ediGet', { query: { id } })).status).toBe(0);
    expect((await stranger.call('ediDownload', { query: { id } })).status).toBe(0);
    expect((await stranger.call('ediReprocess', { body: { ids: [id] } })).data).toMatchObject({
      done: 0,
      messages: [],
    });
    expect((await stranger.call('ediQuery', { body: { keyword: bill } })).data.totalRecord).toBe(0);
    expect((await own.call('ediQuery', { body: { keyword: bill } })).data.totalRecord).toBe(1);
  });

  test('a tenant’s upload changes the tenant’s own shipments only', async () => {
    const { bill, file } = samples();
    const subscriptions = [
      await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' }),
      await buildSubscription(database, { tenantId: other.id, billNo: bill, carrierCode: 'MERI' }),
    ];
    await upload(stranger, file(['IFTSTA', statusReport]));
    await pipeline.worker.processAll();
    expect(
      await Promise.all(subscriptions.map(({ id }) => fusedOf(id).then((content) => content !== undefined))),
    ).toEqual([false, true]);
  });

  test('nobody speaks for another tenant’s partner', async () => {
    const { file, sender } = samples();
    await addPartner(sender, { tenant_id: mine.id });
    const { data } = await upload(stranger, file(['IFTSTA', statusReport]));
    const [row] = await database.query<{ state: string; applied: number; reasons: string[] }>(
      'select state, applied, reasons from edi_message where file_id = $1',
      [Number(data.fileId)],
    );
    expect(row).toMatchObject({ state: 'refused', applied: 0, reasons: ['foreign_sender'] });
  });
});

describe('the folder', () => {
  const folderOf = async (name: string) => {
    const folder = join(root, name);
    return { folder, watched: await openFolder(deps, folder) };
  };

  test('gives its files when they are complete, and keeps them as done or failed', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender);
    const subscription = await buildSubscription(database, { tenantId: other.id, billNo: bill, carrierCode: 'MERI' });
    const { folder, watched } = await folderOf('in');
    const content = file(['IFTSTA', statusReport]);
    await writeFile(join(folder, 'a.edi'), content.slice(0, 300));
    await writeFile(join(folder, 'b.txt'), 'no EDIFACT');
    await writeFile(join(folder, 'c.edi.part'), content);
    await writeFile(join(folder, '.hidden'), content);
    expect(await watched.look()).toBe(0);
    await writeFile(join(folder, 'a.edi'), content);
    // It has grown since the last look: somebody is still writing.
    expect(await watched.look()).toBe(1);
    expect(await watched.look()).toBe(1);
    expect(await watched.look()).toBe(0);
    expect(await readdir(join(folder, 'done'))).toEqual(['a.edi']);
    expect(await readdir(join(folder, 'failed'))).toEqual(['b.txt']);
    expect((await readdir(folder)).sort()).toEqual(['.hidden', '.work', 'c.edi.part', 'done', 'failed']);
    await pipeline.worker.processAll();
    expect(codesOf(await fusedOf(subscription.id))).toContain('LOBD');
  });

  test('keeps what a stranger sends without changing any shipment, until the sender is known', async () => {
    const { bill, file, sender } = samples();
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const { folder, watched } = await folderOf('strangers');
    await writeFile(join(folder, 'x.edi'), file(['IFTSTA', statusReport]));
    await watched.look();
    await watched.look();
    const list = await all.call('ediQuery', { body: { keyword: sender } });
    expect(list.data.records).toMatchObject([{ state: 'held', applied: 0, events: 3 }]);
    expect((await own.call('ediQuery', { body: { keyword: sender } })).data.totalRecord).toBe(0);
    await addPartner(sender);
    await all.call('ediReprocess', { body: { ids: [list.data.records[0].id] } });
    await pipeline.worker.processAll();
    expect(codesOf(await fusedOf(subscription.id))).toContain('LOBD');
  });

  test('goes on with a file whose reader was interrupted', async () => {
    const { file } = samples();
    const { folder } = await folderOf('taken-up');
    await writeFile(join(folder, '.work', '4711-late.edi'), file(['CODECO', gateInReport]));
    const watched = await openFolder(deps, folder);
    await watched.look();
    expect(await watched.look()).toBe(1);
    expect(await readdir(join(folder, '.work'))).toEqual([]);
  });
});

test('a message that came too early is tied to the subscription when there is one', async () => {
  const { bill, file, sender } = samples();
  await addPartner(sender);
  const { data } = await upload(all, file(['IFTSTA', statusReport]));
  expect(data.messages).toMatchObject([{ applied: 0, waiting: 3 }]);
  expect(data.messages[0].reasons.map((reason: any) => reason.code)).toEqual(['no_subscription']);
  await tieMessages(deps);
  const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
  expect(await tieMessages(deps)).toBe(1);
  expect(await tieMessages(deps)).toBe(0);
  await pipeline.worker.processAll();
  expect(codesOf(await fusedOf(subscription.id))).toContain('LOBD');
  expect((await all.call('ediGet', { query: { id: data.messages[0].id } })).data.message).toMatchObject({
    applied: 3,
    waiting: 0,
    reasons: [],
  });
});

test('a box of a known shipment finds it by the port, another voyage of the box does not', async () => {
  const { bill, file, sender } = samples();
  await addPartner(sender);
  const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
  await upload(all, file(['IFTSTA', statusReport]));
  await pipeline.worker.processAll();
  const gate = (port: string, control: string): string =>
    file(['CODECO', gateInReport.filter((segment) => !segment.startsWith('RFF'))])
      .replaceAll('CNSHA', port)
      .replaceAll(`C${serial}`, control);
  const here = await upload(all, gate('CNSHA', 'here'));
  const elsewhere = await upload(all, gate('USLAX', 'elsewhere'));
  const mineOf = async (answer: any): Promise<boolean> =>
    (await all.call('ediGet', { query: { id: answer.data.messages[0].id } })).data.shipments.some(
      (one: any) => one.subscriptionId === String(subscription.id),
    );
  expect([await mineOf(here), await mineOf(elsewhere)]).toEqual([true, false]);
});

test('an IFTSTA is sent into the partner’s folder, kept, and says what the shipment says', async () => {
  const { bill, file, sender } = samples();
  await addPartner(sender, { tenant_id: mine.id });
  const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
  await upload(all, file(['IFTSTA', statusReport]));
  await pipeline.worker.processAll();
  const body = { subscriptionId: subscription.id, partnerCode: sender };
  const sent = await own.call('ediSend', { body });
  expect(sent.data).toMatchObject({
    state: 'sent',
    direction: 'out',
    messageType: 'IFTSTA',
    receiver: sender,
    documentNo: bill,
  });
  const [name] = await readdir(join(root, 'out', sender));
  const text = await readFile(join(root, 'out', sender, String(name)), 'utf8');
  expect(text).toContain(`RFF+BM:${bill}'`);
  expect((await own.call('ediDownload', { query: { id: sent.data.id } })).text).toBe(text);
  const detail = await own.call('ediGet', { query: { id: sent.data.id } });
  expect(detail.data.events.length).toBe(sent.data.events);
  expect(detail.data.segments.at(-1).tag).toBe('UNZ');
  expect((await stranger.call('ediSend', { body })).status).toBe(0);
  const unknown = await own.call('ediSend', { body: { ...body, partnerCode: 'NOBODY' } });
  expect(unknown).toMatchObject({ status: 0 });
  // The platform's partners are for people of the platform; to others they are as unknown as any.
  const { sender: shared } = samples();
  await addPartner(shared);
  const refused = await own.call('ediSend', { body: { ...body, partnerCode: shared } });
  expect(refused).toMatchObject({ status: 0, msg: unknown.msg.replace('NOBODY', shared) });
  expect((await all.call('ediSend', { body: { ...body, partnerCode: shared } })).data).toMatchObject({ state: 'sent' });
});

test('what came and went is counted by state, type and reason', async () => {
  const { data } = await all.call('ediStats', { query: { hours: 8760 } });
  const { data: list } = await all.call('ediQuery', { body: { pageSize: 1 } });
  const sum = (counts: { count: number }[]): number => counts.reduce((total, { count }) => total + count, 0);
  expect(sum(data.states)).toBe(list.totalRecord);
  expect(sum(data.types)).toBe(list.totalRecord);
  expect(data.reasons.find((reason: any) => reason.code === 'duplicate')).toMatchObject({ count: 1 });
  const refused = await all.call('ediQuery', { body: { state: ['refused'], reason: ['missing_unt'] } });
  expect(refused.data.records.every((row: any) => row.state === 'refused')).toBe(true);
  expect(refused.data.totalRecord).toBe(data.reasons.find((reason: any) => reason.code === 'missing_unt').count);
});
