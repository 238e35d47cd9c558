import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookingConfirmation, gateInReport, loadList, statusReport } from '#testing/connectors/edifact/samples.ts';
import { buildSubscription } from '#testing/factories.ts';
import { codesOf, startEdi } from '#testing/edi.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openFolder } from './index.ts';
import { resumeFiles } from './tasks.ts';
import { tieMessages } from './tie-messages.ts';

const database = await testDatabase();
const { pipeline, mine, other, root, all, own, stranger, deps, samples, addPartner, upload, fusedOf } =
  await startEdi(database);

describe('an uploaded file', () => {
  test('of a booking and of a load list gives the shipment its booking and its containers, and no event but the confirmation', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender, { partner_kind: 'CARRIER' });
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const list = [...loadList.slice(0, 8), `RFF+BM:${bill}`, ...loadList.slice(8)];
    const answer = await upload(
      all,
      file(['IFTMBC', bookingConfirmation], ['COPRAR', list], ['BAPLIE', ['BGM+1+X+9']]),
    );
    expect(answer.data.messages).toMatchObject([
      { messageType: 'IFTMBC', state: 'parsed', waiting: 0 },
      { messageType: 'COPRAR', state: 'parsed', waiting: 0 },
      { messageType: 'BAPLIE', state: 'parsed', events: 0 },
    ]);
    await pipeline.worker.processAll();
    const content = await fusedOf(subscription.id);
    expect(content?.events.filter(({ actual }) => actual !== null).map(({ statusCode }) => statusCode)).toEqual([
      'BKCF',
    ]);
    expect(content?.booking).toMatchObject({ bookingNo: 'MERIB00017', voyage: '207W', portOfLoading: 'CNSHA' });
    expect(content?.containers).toMatchObject([{ containerNo: 'CSQU3054383', grossWeightKg: 24_200 }]);
    const detail = await all.call('ediGet', { query: { id: answer.data.messages[1].id } });
    expect(detail.data.events[0]).toMatchObject({ kind: 'BOX', code: 'TO_LOAD', time: null });
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

  test('keeps a file that the database could not take, and reads it when it can', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender);
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const { folder, watched } = await folderOf('away');
    await writeFile(join(folder, 'a.edi'), file(['IFTSTA', statusReport]));
    await database.execute('alter table edi_file_part rename to edi_file_part_away');
    try {
      expect(await watched.look()).toBe(0);
      expect(await watched.look()).toBe(0);
    } finally {
      await database.execute('alter table edi_file_part_away rename to edi_file_part');
    }
    expect(await readdir(join(folder, 'failed'))).toEqual([]);
    expect(await readdir(folder)).toContain('a.edi');
    // One look passes it over after its first failure.
    const read = [await watched.look(), await watched.look(), await watched.look()];
    expect(read.filter((files) => files === 1)).toHaveLength(1);
    expect(await readdir(join(folder, 'done'))).toEqual(['a.edi']);
    await pipeline.worker.processAll();
    expect(codesOf(await fusedOf(subscription.id))).toContain('LOBD');
  });

  test('has a kept file read in the background when its reading was interrupted', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender);
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const { folder, watched } = await folderOf('interrupted');
    await writeFile(join(folder, 'a.edi'), file(['IFTSTA', statusReport]));
    await watched.look();
    await database.execute('alter table edi_reference rename to edi_reference_away');
    try {
      await watched.look();
    } finally {
      await database.execute('alter table edi_reference_away rename to edi_reference');
    }
    expect(await readdir(join(folder, 'done'))).toEqual(['a.edi']);
    pipeline.clock.advance(20 * 60_000);
    await resumeFiles({ ...deps, queue: pipeline.queue });
    await pipeline.worker.processAll();
    expect(codesOf(await fusedOf(subscription.id))).toContain('LOBD');
  });

  test('begins no further file once it is to stop; they are read by the next look', async () => {
    const { folder, watched } = await folderOf('stopped');
    for (const name of ['a.txt', 'b.txt']) await writeFile(join(folder, name), 'no EDIFACT');
    expect(await watched.look()).toBe(0);
    expect(await watched.look(AbortSignal.abort())).toBe(0);
    expect((await readdir(folder)).filter((name) => name.endsWith('.txt'))).toEqual(['a.txt', 'b.txt']);
    expect(await watched.look()).toBe(2);
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

test('a container of a known shipment finds it by the port, another voyage of the container does not', async () => {
  const { bill, file, sender, control: first } = samples();
  await addPartner(sender);
  const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
  await upload(all, file(['IFTSTA', statusReport]));
  await pipeline.worker.processAll();
  const gate = (port: string, control: string): string =>
    file(['CODECO', gateInReport.filter((segment) => !segment.startsWith('RFF'))])
      .replaceAll('CNSHA', port)
      .replaceAll(first, control);
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
  const headers = { 'idempotency-key': randomUUID() };
  const sent = await own.call('ediSend', { body, headers });
  // Sent again under its key, also twice at once, it is put into the folder no second time; a refusal gives the key back.
  const again = await Promise.all([own.call('ediSend', { body, headers }), own.call('ediSend', { body, headers })]);
  expect(again.map(({ text }) => text)).toEqual([sent.text, sent.text]);
  const once = { 'idempotency-key': randomUUID() };
  const twice = await Promise.all([1, 2].map(() => own.call('ediSend', { body, headers: once })));
  expect(twice.map(({ status, msg }) => status === 1 || msg.includes('正在执行'))).toEqual([true, true]);
  const nobody = { body: { ...body, partnerCode: 'NOBODY' }, headers: { 'idempotency-key': randomUUID() } };
  const [first, second] = [await own.call('ediSend', nobody), await own.call('ediSend', nobody)];
  expect(second.msg).toBe(first.msg);
  expect(await readdir(join(root, 'out', sender))).toHaveLength(2);
  expect(sent.data).toMatchObject({
    state: 'sent',
    direction: 'out',
    messageType: 'IFTSTA',
    receiver: sender,
    documentNo: bill,
  });
  const [name] = (await readdir(join(root, 'out', sender))).toSorted();
  const text = await readFile(join(root, 'out', sender, String(name)), 'utf8');
  expect(text).toContain(`RFF+BM:${bill}'`);
  expect((await own.call('ediDownload', { query: { id: sent.data.id } })).text).toBe(text);
  const detail = await own.call('ediGet', { query: { id: sent.data.id } });
  expect(detail.data.events.length).toBe(sent.data.events);
  expect(detail.data.segments.at(-1).tag).toBe('UNZ');
  expect((await stranger.call('ediSend', { body })).status).toBe(0);

  // The receiver answers: first that it came, then that it could not be read.
  const answer = (control: string, verdict: string, number: string): string =>
    [
      `UNB+UNOB:3+${sender}+PORTOLAN:ZZZ+261103:0815+${number}`,
      'UNH+1+CONTRL:D:3:UN',
      `UCI+${control}+PORTOLAN:ZZZ+${sender}+${verdict}`,
      'UNT+3+1',
      `UNZ+1+${number}'`,
    ].join("'");
  const { controlRef } = sent.data;
  const messageOf = async () => (await own.call('ediGet', { query: { id: sent.data.id } })).data.message;
  const came = await upload(own, answer(controlRef, '8', 'c1'));
  expect(came.data.messages).toMatchObject([{ messageType: 'CONTRL', state: 'parsed', reasons: [] }]);
  expect((await messageOf()).reasons).toMatchObject([{ code: 'answer_received' }]);
  await upload(own, answer(controlRef, '4+23', 'c2'));
  expect(await messageOf()).toMatchObject({ state: 'sent', problemCount: 1, reasons: [{ code: 'answer_refused' }] });
  const lost = await upload(own, answer('999999999', '7', 'c3'));
  expect(lost.data.messages[0].reasons).toMatchObject([{ code: 'answer_unmatched' }]);
  // Nobody answers for another tenant's partner.
  await upload(stranger, answer(controlRef, '7', 'c4'));
  expect((await messageOf()).reasons).toMatchObject([{ code: 'answer_refused' }]);
  const unknown = await own.call('ediSend', { body: { ...body, partnerCode: 'NOBODY' } });
  expect(unknown).toMatchObject({ status: 0 });
  // The platform's partners are for people of the platform; to others they are as unknown as any.
  const { sender: shared } = samples();
  await addPartner(shared);
  const refused = await own.call('ediSend', { body: { ...body, partnerCode: shared } });
  expect(refused).toMatchObject({ status: 0, msg: unknown.msg.replace('NOBODY', shared) });
  expect((await all.call('ediSend', { body: { ...body, partnerCode: shared } })).data).toMatchObject({ state: 'sent' });
});

test('local times at places on land are read: rail statuses in a country with several zones', async () => {
  const { bill, file, sender } = samples();
  await addPartner(sender);
  await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
  const arrival = (place: string) => [
    'BGM+23+RAIL0001+9',
    'CNI+1+MERI123456789',
    'STS+1+AR:::Rail arrival at destination ramp',
    'RFF+BM:MERI123456789',
    'DTM+334:202601101130:203',
    `LOC+175+${place}:139:6`,
    'EQD+CN+CSQU3054383',
  ];
  const { data } = await upload(all, file(['IFTSTA', arrival('USSYR')], ['IFTSTA', arrival('USJOT')]));
  const events = await Promise.all(
    data.messages.map(async ({ id }: { id: string }) => (await all.call('ediGet', { query: { id } })).data.events),
  );
  expect(events.flat()).toMatchObject([
    { portCode: 'USSYR', time: Date.UTC(2026, 0, 10, 16, 30), zone: 'America/New_York' },
    { portCode: 'USJOT', time: Date.UTC(2026, 0, 10, 17, 30), zone: 'America/Chicago' },
  ]);
});
