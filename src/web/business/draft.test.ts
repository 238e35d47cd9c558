import { describe, expect, test } from 'vitest';
import { businessFixture } from '#testing/web/business-fixture.ts';
import { draftOf, fillFrom, inputOf, markContainers, moveLeg, newRow, withCell } from './draft.ts';
import { differencesOf, mergeDrafts } from './merge.ts';
import { orderWarnings } from './order-warnings.ts';
import { ordered } from './StatusTable.tsx';
import type { Status } from './status-columns.tsx';
import { pasteCells } from './paste-cells.ts';

const base = businessFixture();
const draft = draftOf(base);
const zoneOf = (code: string): string | undefined =>
  ({ CNSHA: 'Asia/Shanghai', NLRTM: 'Europe/Amsterdam', SGSIN: 'Asia/Singapore' })[code];
const withBooking = (cells: Record<string, string>) => ({ ...draft, booking: { ...draft.booking, ...cells } });

describe('what is typed', () => {
  test('has room for three legs, and shows what is only expected as expected', () => {
    expect(draft.legs).toHaveLength(3);
    expect(draft.statuses.map(({ cells }) => [cells['eventTimeStr'], cells['estiEventTimeStr']])).toEqual([
      ['2026-01-09 08:00:00', ''],
      ['', '2026-02-12 08:00:00'],
    ]);
  });

  test('is sent with its version; rows that shall go are left out, an estimate is marked', () => {
    const input = inputOf(markContainers(draft, new Set(['7-MERU1234567']), true), base, '5');
    expect(input).toMatchObject({ obmTkSubscribeId: '5', obmBk: { obmBkId: '7', recordVersion: 3 } });
    expect([input.obmDocActualContainerList, input.mdStatusRecordList]).toEqual([[], []]);
    expect(inputOf(draft, base, undefined).mdStatusRecordList?.map((row) => row['isEsti'])).toEqual([0, 1]);
  });

  test('a container goes and comes back with its milestones; a new one just goes', () => {
    const gone = markContainers(draft, new Set(['7-MERU1234567']), true);
    expect(gone.statuses.every((row) => row.gone === true)).toBe(true);
    expect(markContainers(gone, new Set(['7-MERU1234567']), false)).toEqual(draft);
    const added = { ...draft, containers: [...draft.containers, newRow('containers', 'n1')] };
    expect(markContainers(added, new Set(['n1']), true)).toEqual(draft);
  });

  test('a leg that is moved takes all its fields along', () => {
    const moved = moveLeg(draft.legs, 0, 1);
    expect(moved.map(({ id }) => id)).toEqual(['', '7-1', '']);
    expect(moveLeg(moved, 1, -1)).toEqual(draft.legs);
    expect(moveLeg(draft.legs, 0, -1)).toEqual(draft.legs);
  });

  test('cells of a spreadsheet fill rows from one cell on, and add those that are missing', () => {
    let keys = 0;
    const rows = pasteCells(
      draft.containers,
      'containers',
      { key: '7-MERU1234567', name: 'ctnNo' },
      [
        ['IGNORED0000', 'S1'],
        ['TSTU0000001', 'S2', '45G1'],
      ],
      () => `n${(keys += 1)}`,
    );
    expect(rows.map(({ cells }) => [cells['ctnNo'], cells['sealNo'], cells['sizeType']])).toEqual([
      ['MERU1234567', 'S1', ''],
      ['TSTU0000001', 'S2', '45G1'],
    ]);
  });

  test('what sources know fills only what is empty', () => {
    const filled = fillFrom(withBooking({ custVessel: '', polCode: 'SGSIN' }), businessFixture({ custVessel: 'MOON' }));
    expect(filled.booking).toMatchObject({ custVessel: 'MOON', polCode: 'SGSIN' });
    expect(filled.containers).toEqual(draft.containers);
  });
});

describe('what another one changed', () => {
  const theirs = draftOf(businessFixture({ custVoyage: '2W', podCode: 'DEHAM' }));
  const mine = withBooking({ custVoyage: '3W', custVessel: 'MOON' });

  test('is listed; only what both changed has to be decided', () => {
    expect(differencesOf(draft, mine, theirs).map(({ field, side, contested }) => [field, side, contested])).toEqual([
      ['custVoyage', 'mine', true],
      ['podCode', 'theirs', false],
    ]);
  });

  test('is taken over together with what was typed here', () => {
    const differences = differencesOf(draft, mine, theirs);
    expect(mergeDrafts(draft, mine, theirs, differences).booking).toMatchObject({
      custVoyage: '3W',
      podCode: 'DEHAM',
      custVessel: 'MOON',
    });
    const yours = differences.map((one) => ({ ...one, side: 'theirs' as const }));
    expect(mergeDrafts(draft, mine, theirs, yours).booking).toMatchObject({ custVoyage: '2W', custVessel: 'MOON' });
  });

  test('keeps rows that were added and marked here', () => {
    const added = {
      ...markContainers(draft, new Set(['7-MERU1234567']), true),
      containers: [
        ...markContainers(draft, new Set(['7-MERU1234567']), true).containers,
        newRow('containers', 'n1', { ctnNo: 'TSTU0000001' }),
      ],
    };
    const merged = mergeDrafts(draft, added, theirs, []);
    expect(merged.containers.map(({ cells, gone }) => [cells['ctnNo'], gone])).toEqual([
      ['MERU1234567', true],
      ['TSTU0000001', undefined],
    ]);
  });
});

test('a status that a source reports twice stays two rows, each with its own changes', () => {
  const twice = (first: string, second: string) => {
    const data = businessFixture();
    const [loaded] = data.mdStatusRecordList as unknown as [object];
    return draftOf({
      ...data,
      mdStatusRecordList: [
        { ...loaded, mdStatusRecordId: '7-MERU1234567|LOBD|CNSHA|1', voyage: first },
        { ...loaded, mdStatusRecordId: '7-MERU1234567|LOBD|CNSHA|2', voyage: second },
      ] as unknown as typeof data.mdStatusRecordList,
    });
  };
  const before = twice('1', '2');
  const merged = mergeDrafts(
    before,
    twice('1', '2B'),
    twice('1A', '2'),
    differencesOf(before, twice('1', '2B'), twice('1A', '2')),
  );
  expect(merged.statuses.map(({ id, cells }) => [id.slice(-1), cells['voyage']])).toEqual([
    ['1', '1A'],
    ['2', '2B'],
  ]);
});

test('milestones stand in the order of stages, then of milestones, then of time wherever they happened; new ones last', () => {
  const status = (statusCode: string, stageSequence: number, statusSequence: number) =>
    [statusCode, { statusCode, stageSequence, statusSequence } as unknown as Status] as const;
  const known = new Map([status('LOBD', 30, 20), status('DLPT', 30, 30), status('GITM', 20, 40)]);
  const row = (
    key: string,
    statusCode: string,
    eventTimeStr: string,
    eventTimeZone = 'Asia/Shanghai',
    id = `7-${key}`,
  ) => ({
    key,
    id,
    cells: { statusCode, eventTimeStr, eventTimeZone, estiEventTimeStr: '' },
  });
  const rows = [
    row('new', 'GITM', '2026-01-01 08:00:00', 'Asia/Shanghai', ''),
    row('unknown', 'XXXX', '2026-01-01 08:00:00'),
    row('departed', 'DLPT', '2026-01-01 08:00:00'),
    // Two hours earlier by its clock, five hours later.
    row('late', 'LOBD', '2026-01-09 06:00:00', 'Europe/Amsterdam'),
    row('early', 'LOBD', '2026-01-09 08:00:00'),
    row('gate', 'GITM', '2026-02-01 08:00:00'),
  ];
  expect(ordered(rows, known).map(({ key }) => key)).toEqual(['gate', 'early', 'late', 'departed', 'unknown', 'new']);
});

describe('the order of times', () => {
  test.each([
    [{ atdStr: '2025-12-01 08:00:00' }, 'atdLongBeforeEtd'],
    [{ custEtaStr: '2026-01-09 08:00:00' }, 'etaBeforeEtd'],
    [{ atdStr: '2026-01-10 08:00:00', ataStr: '2026-01-10 00:59:00' }, 'ataBeforeAtd'],
  ])('%o warns of %s', (cells, rule) => {
    expect(orderWarnings(withBooking(cells), zoneOf)).toEqual([{ rule, leg: 0 }]);
  });

  test('is that of the places: an hour later by the clock may be hours earlier', () => {
    // 08:00 in Shanghai is 01:00 in Rotterdam.
    expect(orderWarnings(withBooking({ atdStr: '2026-01-10 08:00', ataStr: '2026-01-10 01:00' }), zoneOf)).toEqual([]);
  });

  test('a leg does not start before the former ends', () => {
    const [first, second] = [draft.legs[0], draft.legs[1]].map((leg) => leg?.key ?? '') as [string, string];
    let legs = withCell(draft.legs, first, 'ataStr', '2026-02-10 08:00:00');
    legs = withCell(legs, second, 'polCode', 'NLRTM');
    legs = withCell(legs, second, 'atdStr', '2026-02-10 07:00:00');
    expect(orderWarnings({ ...draft, legs }, zoneOf)).toEqual([{ rule: 'legOverlap', leg: 2 }]);
  });
});
