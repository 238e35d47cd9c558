import { describe, expect, test } from 'vitest';
import { gateInReport, loadingReport, statusReport } from '#testing/connectors/edifact/samples.ts';
import { buildSubscription } from '#testing/factories.ts';
import { codesOf, startEdi } from '#testing/edi.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { pipeline, mine, other, all, own, stranger, samples, addPartner, upload, fusedOf, partsOf } =
  await startEdi(database);

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

  test('as a form keeps a Chinese name, and only the first file counts', async () => {
    const form = (disposition: string, content: string): string =>
      ['first', 'second']
        .map((n) => `--xx\r\nContent-Disposition: form-data; name="${n}"; ${disposition}\r\n\r\n${n} ${content}\r\n`)
        .join('') + '--xx--\r\n';
    for (const name of [`filename="进场.edi"`, `filename*=utf-8''%E8%BF%9B%E5%9C%BA.edi`]) {
      const answer = await all.send('POST', '/api/edi-manager/upload', form(name, name), {
        'content-type': 'multipart/form-data; boundary="xx"',
      });
      expect(answer.data).toMatchObject({ fileName: '进场.edi', sizeBytes: Buffer.byteLength(`first ${name}`) });
    }
    const unbound = await all.send('POST', '/api/edi-manager/upload', form('filename="a.edi"', 'x'), {
      'content-type': 'multipart/form-data',
    });
    expect(unbound.http).toBe(400);
  });

  test('as a form that breaks off is refused and leaves nothing', async () => {
    const { file } = samples();
    const part = '--xx\r\nContent-Disposition: form-data; name="file"; filename="cut.edi"\r\n\r\n';
    const whole = `${part}${file(['CODECO', gateInReport])}\r\n--xx--\r\n`;
    for (const end of [10, part.length - 10, part.length + 1, part.length + 200, whole.length - 8]) {
      const answer = await all.send('POST', '/api/edi-manager/upload', whole.slice(0, end), {
        'content-type': 'multipart/form-data; boundary=xx',
      });
      expect([end, answer.http]).toEqual([end, 400]);
      expect(answer.msg).not.toMatch(/[0-9a-f]{8}-/);
    }
    expect(await database.query(`select id from edi_file where name = 'cut.edi'`)).toEqual([]);
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
        portName: '上海',
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
    const containers = Array.from({ length: 250 }, () => loadingReport.slice(5, -1)).flat();
    const body = [...loadingReport.slice(0, 5), ...containers];
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

describe('what is taken back', () => {
  const cancelled = (body: readonly string[]) => body.map((line) => line.replace(/^(BGM\+.*)\+9$/, '$1+1'));
  const bare = (body: readonly string[], no = '') => [
    cancelled(body)[0] as string,
    ...(no === '' ? [] : [`RFF+ACW:${no}`]),
  ];
  /** The same file under numbers of its own. */
  const renumbered = (content: string, control: string, number: string) =>
    content.replaceAll(control, `${control}${number}`);
  const reasonsOf = (answer: any) => answer.data.messages[0].reasons.map((reason: any) => reason.code).sort();
  const messageOf = async (answer: any) =>
    (await all.call('ediGet', { query: { id: answer.data.messages[0].id } })).data.message;

  async function shipment() {
    const { bill, file, sender, control } = samples();
    await addPartner(sender);
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const known = async () => {
      await pipeline.worker.processAll();
      return codesOf(await fusedOf(subscription.id)).sort();
    };
    const send = (number: string, message: Parameters<typeof file>[0], at = '0900', by = all) =>
      upload(by, renumbered(file(message), control, number).replace('260110:0900', `260110:${at}`));
    return { known, send };
  }

  test('event by event leaves nothing of it, with nothing in its place', async () => {
    const { known, send } = await shipment();
    await send('', ['COARRI', loadingReport]);
    expect(await known()).toEqual(['DLPT', 'LOBD']);
    const answer = await send('B', ['COARRI', cancelled(loadingReport)]);
    expect(answer.data.messages).toMatchObject([{ state: 'parsed', events: 4 }]);
    expect(reasonsOf(answer)).toContain('withdraws');
    expect(await known()).toEqual([]);
  });

  test.each([
    ['by its number', 'IFTSTA', statusReport, (body: readonly string[]) => bare(body)],
    ['by the reference to it', 'IFTSTA', statusReport, () => bare(['BGM+23+STAT0002+9'], 'STAT0001')],
    ['of a terminal', 'COARRI', loadingReport, (body: readonly string[]) => bare(body)],
  ] as const)('as a whole, %s, goes and says so', async (_how, type, body, cancel) => {
    const { known, send } = await shipment();
    const first = await send('', [type, body]);
    expect(await known()).not.toEqual([]);
    const answer = await send('B', [type, cancel(body)]);
    expect(answer.data.messages).toMatchObject([{ state: 'parsed', events: 0, problemCount: 0 }]);
    expect(reasonsOf(answer)).toEqual(['withdraws']);
    expect(await messageOf(first)).toMatchObject({ state: 'held', applied: 0, waiting: 0 });
    expect((await messageOf(first)).reasons.map((reason: any) => reason.code)).toEqual(['withdrawn']);
    expect(await known()).toEqual([]);
    // Reading it again by hand does not bring it back, a report of the same document that is made later does.
    await all.call('ediReprocess', { body: { ids: [first.data.messages[0].id] } });
    expect(await messageOf(first)).toMatchObject({ state: 'held' });
    expect(await known()).toEqual([]);
    const again = (await send('C', [type, body])).data.messages;
    expect(again).toMatchObject([{ state: 'held' }]);
    const later = await send('D', [type, body], '0930');
    expect(later.data.messages).toMatchObject([{ state: 'parsed' }]);
    expect(await known()).toContain('LOBD');
  });

  test('by another tenant stays as it is, however early that one comes', async () => {
    const { known, send } = await shipment();
    const early = await send('B', ['IFTSTA', bare(statusReport)], '0900', stranger);
    expect(reasonsOf(early)).toEqual(['withdraws', 'withdraws_nothing']);
    expect((await send('', ['IFTSTA', statusReport])).data.messages).toMatchObject([{ state: 'parsed', applied: 3 }]);
    const late = await send('C', ['IFTSTA', bare(statusReport)], '0930', stranger);
    expect(reasonsOf(late)).toContain('withdraws_nothing');
    expect(await known()).toEqual(['BDAR', 'DLPT', 'LOBD']);
    expect(reasonsOf(await send('D', ['IFTSTA', bare(statusReport)], '1000'))).toEqual(['withdraws']);
    expect(await known()).toEqual([]);
  });

  test('before it came does not count when it comes, and of nobody else', async () => {
    const { known, send } = await shipment();
    const early = await send('B', ['IFTSTA', bare(statusReport)]);
    expect(reasonsOf(early)).toEqual(['withdraws', 'withdraws_nothing']);
    const late = await send('', ['IFTSTA', statusReport]);
    expect(late.data.messages).toMatchObject([{ state: 'held', applied: 0 }]);
    expect(reasonsOf(late)).toContain('withdrawn');
    expect(await known()).toEqual([]);
    const elsewhere = await shipment();
    await elsewhere.send('', ['IFTSTA', statusReport]);
    expect(await elsewhere.known()).toEqual(['BDAR', 'DLPT', 'LOBD']);
  });
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

  test('under numbers that its sender uses again does not stop what was prepared at another time', async () => {
    const { bill, file, sender } = samples();
    await addPartner(sender);
    await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    const content = file(['IFTSTA', statusReport]);
    const later = content.replace('+260110:0900+', '+260111:0900+');
    await upload(all, content);
    const repeated = await upload(all, later);
    const renewed = await upload(all, later.replace('202601101130', '202601101145'));
    const again = await upload(all, later.replace('202601101130', '202601101145'));
    const changed = await upload(all, later.replace('202601101130', '202601101150'));
    expect([repeated, renewed, again, changed].map(({ data }) => data.messages[0].state)).toEqual([
      'duplicate',
      'parsed',
      'duplicate',
      'duplicate',
    ]);
    expect(changed.data.messages[0].reasons.map((reason: any) => reason.code)).toEqual(['duplicate_differs']);
  });

  test('was refused, so that it may come again', async () => {
    const { file } = samples();
    const content = file(['CODECO', gateInReport]);
    const broken = await upload(all, content.replace("UNT+14+1'", ''));
    expect(broken.data.messages).toMatchObject([{ state: 'refused', applied: 0 }]);
    expect((await upload(all, content)).data.messages).toMatchObject([{ state: 'parsed' }]);
  });

  test('is read again without reporting anything twice', async () => {
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

  test('a file of one tenant suppresses no file of another', async () => {
    const { bill, file } = samples();
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'MERI' });
    await upload(stranger, file(['IFTSTA', statusReport]));
    const forAll = await upload(all, file(['IFTSTA', statusReport]));
    await pipeline.worker.processAll();
    expect(forAll.data.messages).toMatchObject([{ state: 'parsed' }]);
    expect(await fusedOf(subscription.id)).toBeDefined();
    // The file for all tenants covers what either of them may bring.
    const again = await upload(stranger, file(['IFTSTA', statusReport]));
    expect(again.data.messages).toMatchObject([{ state: 'duplicate' }]);
  });

  test('a tenant’s partner takes no message from the platform’s', async () => {
    const { file, sender } = samples();
    await addPartner(sender);
    await addPartner(`${sender}-T`, { edi_identity: sender, identity_qualifier: 'ZZZ', tenant_id: mine.id });
    const { data } = await upload(all, file(['IFTSTA', statusReport]));
    expect(data.messages).toMatchObject([{ partnerCode: sender }]);
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

test('what came and went is counted by state, type and reason', async () => {
  const { data } = await all.call('ediStats', { query: { hours: 8760 } });
  const { data: list } = await all.call('ediQuery', { body: { pageSize: 1 } });
  const sum = (counts: { count: number }[]): number => counts.reduce((total, { count }) => total + count, 0);
  expect(sum(data.states)).toBe(list.totalRecord);
  expect(sum(data.types)).toBe(list.totalRecord);
  expect(data.applied + data.waiting + data.sent + data.setAside + data.refusedEvents).toBe(data.events);
  expect(data.setAside).toBeGreaterThan(0);
  expect(data.reasons.find((reason: any) => reason.code === 'duplicate')).toMatchObject({ count: 4 });
  const refused = await all.call('ediQuery', { body: { state: ['refused'], reason: ['missing_unt'] } });
  expect(refused.data.records.every((row: any) => row.state === 'refused')).toBe(true);
  expect(refused.data.totalRecord).toBe(data.reasons.find((reason: any) => reason.code === 'missing_unt').count);
});
