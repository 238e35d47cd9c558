import { expect, test } from 'vitest';
import { cutoffRows } from './cutoff-rows.ts';

const claim = (value: number) => ({
  rule: 'only',
  winner: {
    sourceType: 'FT',
    sourceCode: 'ft',
    sourceNameCn: '聚合平台',
    sourceNameEn: 'Aggregator',
    value,
    observedAt: 1,
  },
  others: [],
});
const provenance = { 'cutoff[DCO].time': claim(500), 'cutoff[FCO].time': claim(700), 'booking.eta': claim(1) };
const entered = { code: 'DCO', time: 900, paper: 'SO 1', setterCode: 'ann', setTime: 50 } as const;

test('sources tell cut-offs, in order of time', () => {
  expect(cutoffRows([], provenance, null)).toEqual([
    { code: 'DCO', time: 500, entered: undefined, reported: { path: 'cutoff[DCO].time', time: 500, sourceCode: 'ft' } },
    { code: 'FCO', time: 700, entered: undefined, reported: { path: 'cutoff[FCO].time', time: 700, sourceCode: 'ft' } },
  ]);
});

test('what a person wrote counts before what sources tell, which stays beside it', () => {
  const rows = cutoffRows([entered], provenance, null);
  expect(rows.map(({ code, time }) => [code, time])).toEqual([
    ['FCO', 700],
    ['DCO', 900],
  ]);
  expect(rows[1]).toMatchObject({ entered, told: { time: 500 } });
});

test('what a person wrote is the value of the expert: it is not repeated, and a later one of an expert replaces it', () => {
  const byExpert = (value: number) => ({
    'cutoff[DCO].time': {
      ...claim(value),
      winner: { ...claim(value).winner, sourceType: 'EXPERT' },
      others: [claim(500).winner],
    },
  });
  expect(cutoffRows([entered], byExpert(900), null)).toEqual([
    { code: 'DCO', time: 900, entered, told: { path: 'cutoff[DCO].time', time: 500, sourceCode: 'ft' } },
  ]);
  expect(cutoffRows([entered], byExpert(950), null)).toMatchObject([
    { code: 'DCO', time: 950, entered: undefined, told: { time: 950 } },
  ]);
});

test('what was written later than the moment shown was not known then', () => {
  expect(cutoffRows([entered], provenance, 49)[0]).toMatchObject({ code: 'DCO', time: 500, entered: undefined });
  expect(cutoffRows([entered], {}, 49)).toEqual([]);
});
