import { expect, test } from 'vitest';
import { readSearch, type SearchKind } from './vessel-search.ts';

test.each<[SearchKind, string, object]>([
  ['name', ' ', { problem: 'nameEmpty' }],
  ['mmsi', '', { problem: 'mmsiEmpty' }],
  ['name', 'bo', { problem: 'short' }],
  ['name', ' borealis ', { ask: { vesselName: 'BOREALIS' } }],
  ['mmsi', '538324514', { ask: { mmsi: '538324514' } }],
  ['mmsi', '538324514', { ask: { mmsi: '538324514' } }],
  ['mmsi', '53832451', { problem: 'mmsi' }],
  ['imo', 'IMO 9074729', { ask: { imo: '9074729' } }],
  ['imo', '9074728', { problem: 'imo' }],
  ['callSign', 'v7ab2', { ask: { callSign: 'V7AB2' } }],
])('%s %s', (kind, entry, read) => {
  expect(readSearch(kind, entry)).toEqual(read);
});
