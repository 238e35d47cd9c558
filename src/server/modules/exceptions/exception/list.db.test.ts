import { describe, expect, test } from 'vitest';
import { exceptionsList } from '#lists/exceptions.ts';
import { foldExceptionTotals } from './chores.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { type SortableColumn, sortableOf } from '#shared/list/declare.ts';
import { createRandom } from '#shared/random/prng.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import type { ExceptionSample } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, second, strange] = [
  await buildTenant(database, { code: 'LISTA' }),
  await buildTenant(database, { code: 'LISTB' }),
  await buildTenant(database, { code: 'LISTC' }),
];
const from = Date.UTC(2026, 1, 1);
const samples = await buildExceptions(database, { tenantIds: [mine.id, second.id], count: 240, seed: 'list', from });
await buildExceptions(database, { tenantIds: [strange.id], count: 30, seed: 'strange', from });
await buildUser(database, { tenantId: mine.id, userCode: 'lister', menus: menuCodes, alsoTenants: [second.id] });
await buildUser(database, { tenantId: strange.id, userCode: 'stranger', menus: menuCodes });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [client, stranger] = [await signedIn('lister'), await signedIn('stranger')];

type Answer = { ids: number[]; total: number; pages: number };
async function query(body: Record<string, unknown>, who = client): Promise<Answer> {
  const answer = await who.call('queryExceptions', { body: { pageSize: 1000, ...body } });
  expect(answer, JSON.stringify(body)).toMatchObject({ http: 200, status: 1 });
  const ids = answer.data.records.map((record: any) => Number(record.obmAutotestResult.obmAutotestResultId));
  return { ids, total: answer.data.totalRecord, pages: answer.data.totalPage };
}
const refusalOf = async (body: Record<string, unknown>) => {
  const answer = await client.call('queryExceptions', { body });
  expect(answer.status).not.toBe(1);
  expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
  expect(answer.text).not.toMatch(/select |syntax|kysely|node_modules/i);
  return answer;
};
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);
const matching = (matches: (one: ExceptionSample) => boolean): number[] =>
  sorted(samples.filter(matches).map(({ id }) => id));

const day = (count: number): number => Date.UTC(2026, 1, 1 + count) - 8 * 3_600_000;
const inDays = (value: number | null, first: number, last: number): boolean =>
  value !== null && value >= day(first) && value < day(last + 1);
const one = samples[7] as ExceptionSample;
const bills = samples
  .filter(({ bill_no }) => bill_no !== null)
  .slice(0, 9)
  .map(({ bill_no }) => bill_no as string);
const containers = samples
  .filter(({ container_no }) => container_no !== null)
  .slice(0, 6)
  .map(({ container_no }) => container_no as string);

/** Every filter of the list with what it should leave. */
const filters: [string, Record<string, unknown>, (sample: ExceptionSample) => boolean][] = [
  ['tenant', { tenantCode: ['LISTB'] }, ({ tenant_id }) => tenant_id === second.id],
  [
    'subscribe time',
    { subscribeTimeFrom: '2026-02-03', subscribeTimeTo: '20260206' },
    (s) => inDays(s.subscribed_at, 2, 5),
  ],
  ['handle status', { handleStatus: ['0', 3] }, (s) => [0, 3].includes(s.handle_status)],
  ['handle time', { handleTimeFrom: '2026-02-05', handleTimeTo: '2026-02-15' }, (s) => inDays(s.handle_time, 4, 14)],
  ['subscription', { obmTkSubscribeId: String(one.subscription_id) }, (s) => s.subscription_id === one.subscription_id],
  ['remark', { handleRemark: '联系' }, (s) => s.handle_remark?.includes('联系') === true],
  ['create time', { createTimeFrom: '2026-02-12', createTimeTo: '2026-02-14' }, (s) => inDays(s.created_at, 11, 13)],
  ['responsible', { chargeCode: 'li' }, (s) => s.assignee_code === 'li'],
  ['type', { testPurpose: ['HOLD', 'ROLLED'] }, (s) => s.type_code !== 'ETA_SLIP'],
  ['by bill', { isBillNo: 1 }, (s) => s.subject === 'bill'],
  ['by container', { isBillNo: '0' }, (s) => s.subject === 'container'],
  [
    'bill',
    { blNo: ` ${bills.slice(0, 3).join(',\n')};${bills[4]?.toLowerCase()} ` },
    (s) => [...bills.slice(0, 3), bills[4]].includes(s.bill_no ?? '-'),
  ],
  ['container', { ctnNo: containers.slice(0, 2) }, (s) => containers.slice(0, 2).includes(s.container_no ?? '-')],
  ['carrier', { carrierCode: ['BORE'] }, (s) => s.carrier_code === 'BORE'],
  ['vessel', { vesselName: 'meridian' }, (s) => s.vessel_name?.startsWith('MERIDIAN') === true],
  ['voyage', { voyage: '101w' }, (s) => s.voyage === '101W'],
  ['data type', { bizSourceType: ['FT'] }, (s) => s.source_type === 'FT'],
  ['process type', { processType: 'EXPERT' }, (s) => s.channel === 'EXPERT'],
];

describe('filters', () => {
  test.each(filters)('%s alone leaves what it should', async (_name, body, matches) => {
    const expected = matching(matches);
    expect(expected.length).toBeGreaterThan(0);
    const { ids, total } = await query(body);
    expect(sorted(ids)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test('combined leave what all of them leave', async () => {
    const random = createRandom('combined');
    for (let round = 0; round < 60; round += 1) {
      const chosen = random.shuffle([...filters]).slice(0, random.int(2, 4));
      const expected = matching((sample) => chosen.every(([, , matches]) => matches(sample)));
      const body = Object.assign({}, ...chosen.map(([, part]) => part)) as Record<string, unknown>;
      // Two filters of one name: the later one counts.
      if (
        chosen.some(([name], index) =>
          chosen.slice(0, index).some(([other]) => name.startsWith('by') && other.startsWith('by')),
        )
      )
        continue;
      const { ids, total } = await query(body);
      expect(sorted(ids), chosen.map(([name]) => name).join()).toEqual(expected);
      expect(total).toBe(expected.length);
    }
  });

  test('nobody can be requested like a person, alone and beside others', async () => {
    const nobody = matching((sample) => sample.assignee_code === null);
    expect(nobody.length).toBeGreaterThan(0);
    expect(sorted((await query({ chargeCode: ['-'] })).ids)).toEqual(nobody);
    expect(sorted((await query({ chargeCode: ['-', 'li'] })).ids)).toEqual(
      matching((sample) => sample.assignee_code === null || sample.assignee_code === 'li'),
    );
  });

  test('empty ones filter nothing', async () => {
    const nothing = {
      tenantCode: [],
      handleRemark: '  ',
      blNo: '',
      handleStatus: null,
      createTimeFrom: '',
      isBillNo: null,
      chargeCode: '',
    };
    expect((await query(nothing)).total).toBe(samples.length);
  });

  test('signs of patterns are letters', async () => {
    expect(sorted((await query({ handleRemark: '0%_' })).ids)).toEqual(
      matching((s) => s.handle_remark === '100%_done'),
    );
    expect((await query({ handleRemark: '%' })).total).toBe(matching((s) => s.handle_remark === '100%_done').length);
    expect((await query({ vesselName: '_' })).total).toBe(0);
  });

  test('moments of a day are read in the zone of the caller, whole days to their end', async () => {
    const at = samples[0] as ExceptionSample;
    const text = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const { ids } = await query({ createTimeFrom: text(at.created_at), createTimeTo: text(at.created_at + 1000) });
    expect(sorted(ids)).toEqual(matching((s) => s.created_at === at.created_at));
  });

  test('days are those of the zone that the person chose in the header', async () => {
    const at = samples[0] as ExceptionSample;
    const text = new Date(at.created_at - 10 * 3_600_000).toISOString().slice(0, 10);
    const body = { createTimeFrom: text, createTimeTo: text };
    const { data } = await client.call('queryExceptions', { body, headers: { 'x-zone': 'Pacific/Honolulu' } });
    const start = Date.parse(text) + 10 * 3_600_000;
    expect(data.totalRecord).toBe(matching((s) => s.created_at >= start && s.created_at < start + 86_400_000).length);
    expect(data.totalRecord).not.toBe((await query(body)).total);
  });

  test.each([['2026-02-30'], ['yesterday'], ['0000-00-00'], ['2026-13-01'], ['99999999']])(
    'the date %s is refused in words',
    async (text) => {
      await refusalOf({ createTimeFrom: text });
      await refusalOf({ handleTimeTo: text });
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ['an unknown name', { nosuch: 1 }],
    ['an unknown sort name', { sortRules: [{ columnName: 'password_hash', sortType: 'asc' }] }],
    ['SQL as a sort name', { sortRules: [{ columnName: 'created_at; drop table task', sortType: 'asc' }] }],
    ['an unknown direction', { sortRules: [{ columnName: 'blNo', sortType: 'sideways' }] }],
    ['a number for text', { vesselName: 7 }],
    ['an object for a choice', { carrierCode: { or: 1 } }],
    ['too long a text', { vesselName: 'x'.repeat(101) }],
    ['too many numbers', { blNo: Array.from({ length: 501 }, (_, index) => `B${index}`).join(' ') }],
    ['page zero', { currentPage: 0 }],
    ['too large a page', { pageSize: 10_000 }],
    ['too deep a page', { currentPage: 1_000_000, pageSize: 9999 }],
    ['seven sort keys', { sortRules: Array.from({ length: 7 }, () => ({ columnName: 'blNo', sortType: 'asc' })) }],
  ])('%s is refused in words', async (_name, body) => {
    await refusalOf(body);
  });

  test.each([`' or 1=1 --`, `"; drop table shipment_exception; --`, `\\`, `\u0000`, `𝟙%`, `{{x}}`])(
    'the text %j is only a text',
    async (text) => {
      for (const name of [
        'handleRemark',
        'vesselName',
        'voyage',
        'blNo',
        'ctnNo',
        'chargeCode',
        'testPurpose',
        'carrierCode',
        'tenantCode',
        'handleStatus',
        'obmTkSubscribeId',
      ]) {
        const answer = await client.call('queryExceptions', { body: { [name]: text } });
        if (answer.status === 1) expect(answer.data.totalRecord, name).toBe(0);
        else expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
        expect(answer.http).toBeLessThan(500);
      }
      expect((await query({})).total).toBe(samples.length);
    },
  );

  test('other tenants stay unseen, by whatever name they are requested', async () => {
    expect((await query({ tenantCode: ['LISTC'] })).total).toBe(0);
    expect((await query({ tenantCode: [strange.id] })).total).toBe(0);
    const { ids, total } = await query({}, stranger);
    expect(total).toBe(30);
    expect(ids.some((id) => samples.some((sample) => sample.id === id))).toBe(false);
    expect((await query({ obmAutotestResultId: String(one.id) }, stranger)).total).toBe(0);
    expect((await query({ obmTkSubscribeId: String(one.subscription_id) }, stranger)).total).toBe(0);
  });
});

describe('order and pages', () => {
  const valueOf: Record<
    SortableColumn<typeof exceptionsList>,
    (sample: ExceptionSample) => string | number | boolean | null
  > = {
    testPurpose: (s) => s.type_code,
    tenantCode: (s) => s.tenant_id,
    blNo: (s) => s.bill_no,
    ctnNo: (s) => s.container_no,
    carrierCode: (s) => s.carrier_code,
    isBillNo: (s) => s.subject,
    subscribeTime: (s) => s.subscribed_at,
    vesselName: (s) => s.vessel_name,
    voyage: (s) => s.voyage,
    endFlag: (s) => s.ended,
    processType: (s) => s.channel,
    createTime: (s) => s.created_at,
    handleStatus: (s) => s.handle_status,
    handleRemark: (s) => s.handle_remark,
    handleTime: (s) => s.handle_time,
    chargeName: (s) => s.assignee_name,
    severity: (s) => s.severity,
    // The sample has none.
    moneyAtRisk: () => 0,
    lastModifyTime: (s) => s.updated_at,
  };
  const groups = (ids: readonly number[], column: keyof typeof valueOf): (string | number | boolean | null)[] => {
    const byId = new Map(samples.map((sample) => [sample.id, sample]));
    return ids
      .map((id) => valueOf[column](byId.get(id) as ExceptionSample))
      .filter((value, index, all) => index === 0 || value !== all[index - 1]);
  };

  test.each([...sortableOf(exceptionsList)].flatMap((column) => [[column, 'asc'] as const, [column, 'desc'] as const]))(
    '%s %s: every value stands together, empty ones last, each row once',
    async (column, sortType) => {
      const { ids } = await query({ sortRules: [{ columnName: column, sortType }] });
      expect(sorted(ids)).toEqual(sorted(samples.map(({ id }) => id)));
      const seen = groups(ids, column);
      expect(new Set(seen).size).toBe(seen.length);
      if (seen.includes(null)) expect(seen.at(-1)).toBeNull();
      const filled = seen.filter((value) => value !== null);
      // Texts of people stand in the order of the database; codes, numbers and times in their own.
      if (column === 'handleRemark' || column === 'chargeName') return;
      const expected = [...filled].sort((a, b) => (a < b ? -1 : 1));
      if (column !== 'severity') expect(filled).toEqual(sortType === 'asc' ? expected : expected.toReversed());
    },
  );

  test('several keys count in the order of the clicks', async () => {
    const sortRules = [
      { columnName: 'carrierCode', sortType: 'desc' },
      { columnName: 'handleStatus', sortType: 'asc' },
      { columnName: 'createTime', sortType: 'desc' },
    ];
    const { ids } = await query({ sortRules });
    const expected = [...samples].sort(
      (a, b) =>
        b.carrier_code.localeCompare(a.carrier_code, 'en') ||
        a.handle_status - b.handle_status ||
        b.created_at - a.created_at ||
        b.id - a.id,
    );
    expect(ids).toEqual(expected.map(({ id }) => id));
  });

  test.each([
    [[]],
    [[{ columnName: 'severity', sortType: 'asc' }]],
    [[{ columnName: 'chargeName', sortType: 'desc' }]],
    [[{ columnName: 'blNo', sortType: 'asc' }]],
  ])('pages with %j have neither gaps nor doubles', async (sortRules) => {
    const whole = (await query({ sortRules })).ids;
    const parts: number[] = [];
    for (let page = 1; page <= 35; page += 1) {
      const { ids, pages, total } = await query({ sortRules, currentPage: page, pageSize: 7 });
      expect({ pages, total }).toEqual({ pages: 35, total: samples.length });
      parts.push(...ids);
    }
    expect(parts).toEqual(whole);
    expect((await query({ sortRules, currentPage: 36, pageSize: 7 })).ids).toEqual([]);
  });

  test('the newest come first unless specified otherwise', async () => {
    const expected = [...samples].sort((a, b) => b.created_at - a.created_at || b.id - a.id);
    expect((await query({})).ids).toEqual(expected.map(({ id }) => id));
  });
});

test('what waits, of shipments that go on, is what the list opens on', async () => {
  const waits = ({ handle_status }: ExceptionSample): boolean => [0, 1, 4].includes(handle_status);
  const opening = { handleStatus: ['0', '1', '4'], endFlag: 0 };
  const { ids, total } = await query(opening);
  expect(sorted(ids)).toEqual(matching((row) => waits(row) && !row.ended));
  expect(total).toBe(ids.length);
  expect(sorted((await query({ endFlag: 1 })).ids)).toEqual(matching(({ ended }) => ended));
  expect((await query({ endFlag: 1, tenantCode: ['LISTB'] })).total).toBe(
    matching((row) => row.ended && row.tenant_id === second.id).length,
  );
});

test('a remark is also found by the note of what closed by itself, as the column shows it', async () => {
  const [row] = samples.filter(({ handle_remark, handle_status }) => handle_remark === null && handle_status === 2);
  await database.execute(`update shipment_exception set resolution = 'ended', open = false where id = $1`, [row?.id]);
  for (const handleRemark of ['跟踪已结束', 'has ENDED'])
    expect((await query({ handleRemark })).ids).toEqual([row?.id]);
  await database.execute('update shipment_exception set resolution = null where id = $1', [row?.id]);
});

test('the list opens from an index in its order', async () => {
  const plan = await database.transaction(async () => {
    await database.execute('set local enable_seqscan = off');
    await database.execute('set local enable_sort = off');
    return database.query<{ 'QUERY PLAN': string }>(
      `explain select id from shipment_exception where handle_status in (0, 1, 4) and not ended
       order by array_position(array['low', 'medium', 'high'], severity) desc, created_at desc, id desc limit 10`,
    );
  });
  const text = plan.map((line) => line['QUERY PLAN']).join(' ');
  expect(text).toContain('exception_waiting');
  expect(text).not.toContain('Sort');
});

describe('totals', () => {
  const counted = async (): Promise<void> => {
    for (const handleStatus of [undefined, ['0'], ['1', '2']]) {
      for (const tenantCode of [undefined, ['LISTA'], ['LISTA', 'LISTB']]) {
        const { ids, total } = await query({ handleStatus, tenantCode });
        expect(total).toBe(ids.length);
      }
    }
  };

  test('are exact while rows come, change and go, folded or not', async () => {
    const more = await buildExceptions(database, {
      tenantIds: [mine.id, second.id],
      count: 30,
      seed: 'more',
      from,
      firstNumber: 5000,
    });
    await counted();
    const random = createRandom('totals');
    for (let round = 0; round < 5; round += 1) {
      const ids = more.filter(() => random.chance(0.4)).map(({ id }) => id);
      await database.execute('update shipment_exception set handle_status = $2 where id = any($1)', [
        ids,
        random.int(0, 4),
      ]);
      if (round % 2 === 0) await foldExceptionTotals(database);
      await counted();
    }
    await database.transaction(async () => {
      await database.execute('delete from shipment_exception where id = any($1)', [more.map(({ id }) => id)]);
    });
    await counted();
    await foldExceptionTotals(database);
    await counted();
    expect((await query({})).total).toBe(samples.length);
    const kept = await database.query<{ n: number }>('select count(*)::int as n from exception_total');
    expect(kept[0]?.n).toBeLessThanOrEqual(30);
  });

  test('stay exact when a change is undone', async () => {
    await database
      .transaction(async () => {
        await database.execute('update shipment_exception set handle_status = 4 where tenant_id = $1', [mine.id]);
        throw new Error('undone');
      })
      .catch(() => {});
    await counted();
  });
});
