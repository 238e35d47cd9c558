import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { robotAnswers } from '#testing/robot-answers.ts';

const database = await testDatabase();
const { all, answerFor, cargo, drain, fusedOf, mine, post, stranger } = await robotAnswers(database);

const titles = ['Event', 'Date', 'Location', 'Vessel', 'Voyage'];
const row = (cells: readonly string[], cell = 'td'): string =>
  `<tr>${cells.map((text) => `<${cell}>${text}</${cell}>`).join('')}</tr>`;
/** A table that no parser of the product knows. */
const page = (container: string, word = 'Vessel arrived'): string =>
  `<p>${container}</p><table>${row(titles, 'th')}${row(['Loaded on vessel', '2026-02-02 08:00', 'CNSHA', 'AMBER TIDE', '012E'])}
   ${row(['Vessel departed', '2026-02-02 20:00', 'CNSHA', 'AMBER TIDE', '012E'])}${row([word, '2026-02-14 10:00', 'NLRTM', 'AMBER TIDE', '012E'])}</table>`;

const save = (body: object) => all.call('rpaReaderSave', { body });

describe('a reader by columns', () => {
  test('is suggested on a stored page, tried, kept as a version, released and taken back', async () => {
    const shipment = cargo();
    const { id } = await shipment.subscribe(mine.id);
    const { data: brought } = await post(answerFor(shipment.bill, page(shipment.box)));
    expect(brought.state).toBe('refused');
    await drain();

    const sample = { answerId: brought.answerId };
    const scanned = await all.call('rpaReaderLook', { body: { sample } });
    const [{ suggested: mapping, cells, count }] = scanned.data.rows;
    expect({ first: cells[0], count }).toEqual({
      first: ['Loaded on vessel', '2026-02-02 08:00', 'CNSHA', 'AMBER TIDE', '012E'],
      count: 3,
    });
    const preview = await all.call('rpaReaderPreview', { body: { carrierCode: 'WILL', samples: [sample], mapping } });
    expect(preview.data).toMatchObject({ twofold: null, formats: [{ format: 'local', count: 3 }] });
    expect(preview.data.previews[0]).toMatchObject({ state: 'parsed', read: 3, empty: 0, unread: [], words: [] });
    expect(preview.data.previews[0].moves).toContainEqual(
      expect.objectContaining({ portCode: 'NLRTM', classifier: 'ACT', time: '2026-02-14 10:00 CET +1' }),
    );
    // Nothing is kept by looking.
    expect(await database.query('select 1 from robot_reader')).toEqual([]);

    const reader = { carrierCode: 'WILL', name: '动态表', mapping };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => all.call('rpaReaderSave', { body: { ...reader, newestVersion: 0 }, headers });
    const first = await send();
    // Sent again it makes no second reader.
    expect((await send()).data).toEqual(first.data);
    expect(first.data).toEqual({ parserId: 'own-will-1', version: 1 });
    const again = { ...reader, parserId: 'own-will-1', mapping: { ...mapping, unknownText: 'not found' } };
    expect((await save({ ...again, newestVersion: 0 })).status).toBe(0);
    expect((await save({ ...again, carrierCode: 'ZEPH', newestVersion: 1 })).status).toBe(0);
    expect((await save({ ...again, newestVersion: 1 })).data).toEqual({ parserId: 'own-will-1', version: 2 });
    const kept = await all.call('rpaReaderGet', { query: { parserId: 'own-will-1', version: 1 } });
    expect(kept.data).toMatchObject({ ...reader, newestVersion: 2 });

    await all.call('rpaTry', { body: { parserId: 'own-will-1', version: 2 } });
    await drain();
    expect(await fusedOf(id)).toBeUndefined();
    const listed = async () =>
      (await all.call('rpaParsers', { query: { hours: 24 } })).data.parsers.find(
        (one: { parserId: string }) => one.parserId === 'own-will-1',
      );
    expect(await listed()).toMatchObject({ kind: 'columns', releasedVersion: 0, trial: { state: 'done', parsed: 1 } });

    const release = (version: number, beforeVersion: number) =>
      all.call('rpaRelease', { body: { parserId: 'own-will-1', version, beforeVersion } });
    expect((await release(2, 0)).status).toBe(1);
    await drain();
    expect(await fusedOf(id)).toMatchObject({ voyage: '012E', ata: Date.UTC(2026, 1, 14, 9) });
    expect((await all.call('rpaReaderRemove', { body: { parserId: 'own-will-1', version: 2 } })).status).toBe(0);
    expect((await all.call('rpaReaderRemove', { body: { parserId: 'own-will-1', version: 1 } })).status).toBe(1);
    expect((await listed()).versions.map((one: { version: number }) => one.version)).toEqual([2]);
    expect((await all.call('rpaReaderRemove', { body: { parserId: 'own-will-1', version: 1 } })).status).not.toBe(1);

    // The number of a removed version is not given again: trials name it.
    expect((await save({ ...again, newestVersion: 2 })).data.version).toBe(3);
    expect((await all.call('rpaReaderRemove', { body: { parserId: 'own-will-1', version: 3 } })).status).toBe(1);
    expect((await all.call('rpaReaderGet', { query: { parserId: 'own-will-1', version: 3 } })).status).not.toBe(1);
    expect((await save({ ...again, newestVersion: 3 })).data.version).toBe(4);
    expect((await all.call('rpaReaderRemove', { body: { parserId: 'own-will-1', version: 4 } })).status).toBe(1);
    const other = (await save({ ...reader, newestVersion: 0 })).data;
    expect((await all.call('rpaReaderRemove', { body: other })).status).toBe(1);
    expect((await save({ ...reader, parserId: other.parserId, newestVersion: 1 })).status).toBe(0);
    expect((await save({ ...reader, newestVersion: 0 })).data.parserId).toBe('own-will-3');

    // What is brought from now on is read by it at once.
    const next = cargo();
    const { id: nextId } = await next.subscribe(mine.id);
    const { data } = await post(answerFor(next.bill, page(next.box, 'Anchored near the lock')));
    expect(data).toMatchObject({ state: 'partly', parser: 'own-will-1', version: 2 });
    await drain();
    expect(await fusedOf(nextId)).toMatchObject({ voyage: '012E' });
    expect(await database.query(`select raw_code, kind from unknown_port where kind = 'word'`)).toEqual([
      { raw_code: 'ANCHORED NEAR THE LOCK', kind: 'word' },
    ]);

    await release(0, 2);
    await drain();
    expect(await fusedOf(id)).toMatchObject({ voyage: null, ata: null });
    const audits = await database.query<{ action: string; version: string }>(
      `select action, coalesce(after, before)->>'version' as version from audit_log where entity = 'robotReader' order by id`,
    );
    expect(audits).toEqual([
      { action: 'save', version: '1' },
      { action: 'save', version: '2' },
      { action: 'delete', version: '1' },
      ...['3', '4', '1'].flatMap((version) => [
        { action: 'save', version },
        { action: 'delete', version },
      ]),
      { action: 'save', version: '1' },
    ]);
  });

  test('is made by the platform alone, of pages there are, and by rules that the server repeats', async () => {
    const [{ suggested: mapping }] = (
      await all.call('rpaReaderLook', { body: { sample: { text: page('CSQU3054383') } } })
    ).data.rows;
    const body = { carrierCode: 'WILL', name: 'x', newestVersion: 0, mapping };
    for (const refused of [
      stranger.call('rpaReaderLook', { body: { sample: { text: page('') } } }),
      stranger.call('rpaReaderSave', { body }),
      stranger.call('rpaReaderGet', { query: { parserId: 'own-will-1', version: 2 } }),
      stranger.call('rpaReaderRemove', { body: { parserId: 'own-will-1', version: 2 } }),
      all.call('rpaReaderLook', { body: { sample: {} } }),
      save({ ...body, carrierCode: 'NOBODY' }),
      save({ ...body, mapping: { ...mapping, columns: [{ column: 'Event', role: 'move' }] } }),
    ])
      expect((await refused).status).toBe(0);
    const fault = await save({ ...body, mapping: { ...mapping, columns: [{ column: 'Event', role: 'move' }] } });
    expect(fault.msg).toBe('请指定哪一列是时间');
  });

  test('of a carrier that nobody read before takes the pages that came earlier', async () => {
    const bill = 'QNEW0000001';
    const { data: brought } = await post(answerFor(bill, page('CSQU3054383'), { carrierCode: 'ZGX' }));
    await database.execute('update robot_answer set source_id = null where id = $1', [Number(brought.answerId)]);
    const [{ suggested: mapping }] = (
      await all.call('rpaReaderLook', { body: { sample: { answerId: brought.answerId } } })
    ).data.rows;
    const { data } = await save({ carrierCode: 'ZGX', name: 'Table', newestVersion: 0, mapping });
    await all.call('rpaRelease', { body: { parserId: data.parserId, version: 1, beforeVersion: 0 } });
    await drain();
    const [kept] = await database.query<{ source_id: number | null; state: string }>(
      'select source_id, state from robot_answer where id = $1',
      [Number(brought.answerId)],
    );
    expect(kept).toMatchObject({ state: 'parsed', source_id: expect.any(Number) });
  });
});
