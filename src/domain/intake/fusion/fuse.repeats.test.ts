import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildRecord } from '../../testing/builders.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';
import { visitRuleOf } from './visits.ts';

const fuseAll = (...records: SourceRecord[]) => fuse(records, [], defaultPrecedence).content.events;

/** When a source saw a container leave the terminal, in hours after t0. */
const gates = (id: string, hours: number[], values: Partial<SourceRecord> = {}) =>
  buildRecord(
    id,
    {
      events: hours.map((hour, index) =>
        buildEvent('MERU1234567', 'STCS', 'NLRTM', { occurrence: index + 1, actual: at(0, hour) }),
      ),
    },
    values,
  );
const hoursOf = (...records: SourceRecord[]) =>
  fuseAll(...records).map(({ actual }) => ((actual ?? 0) - at(0)) / 3_600_000);
const terminal = { sourceType: 'TERMINAL', sourceCode: 'terminal' } as const;

test('what is done with one ship or aircraft at one port happens once in two days, all else as often as one answer tells it', () => {
  const gapOf = (statusCode: string) => visitRuleOf(statusCode, defaultPrecedence).gapMs;
  for (const once of ['DLPT', 'LOBD', 'DSCH', 'TSDC', 'POCA', 'DEP', 'ARR']) expect(gapOf(once)).toBe(48 * 3_600_000);
  for (const again of ['STCS', 'CUIP', 'INSP', 'XNH', 'XAR', 'VAR', 'VQS', 'DIS']) expect(gapOf(again)).toBe(60_000);
});

test('two times in one answer are two facts, within a minute one; a corrected answer replaces what was reported', () => {
  expect(hoursOf(gates('a', [0, 5, 9]))).toEqual([0, 5, 9]);
  expect(hoursOf(gates('a', [0, 1 / 60]))).toHaveLength(1);
  expect(hoursOf(gates('a', [6]))).toEqual([6]);
});

test('a time that another source tells otherwise is the same fact', () => {
  expect(hoursOf(gates('a', [0]), gates('b', [5], terminal))).toEqual([5]);
  expect(hoursOf(gates('a', [0, 9]), gates('b', [8], terminal))).toEqual([0, 8]);
});

test('a truck that comes to one site twice a day has been there twice, and each time is that of its own call', () => {
  const stop = (sequence: number, from: string, to: string, hour: number) =>
    buildLeg(sequence, from, to, { vesselName: 'T1', ata: at(0, hour) });
  const came = (place: string, hour: number, occurrence = 1) =>
    buildEvent(null, 'VAR', place, { actual: at(0, hour), occurrence, vesselName: 'T1' });
  const events = fuseAll(
    buildRecord('device', {
      mode: 'road',
      booking: { portOfLoading: 'A', portOfDischarge: 'C' },
      legs: [stop(1, 'A', 'B', 3), stop(2, 'B', 'C', 12)],
      events: [came('B', 3), came('B', 9, 2), came('C', 12)],
    }),
  );
  expect(events.map(({ portCode, actual }) => [portCode, actual])).toEqual([
    ['B', at(0, 3)],
    ['B', at(0, 9)],
    ['C', at(0, 12)],
  ]);
});
