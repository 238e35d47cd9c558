import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { SourceType } from '../../tracking/model.ts';
import { advisedOrder, type StatedTime, scoreSources, type ScoredShipment } from './source-scores.ts';

const truth = Date.UTC(2026, 2, 10);
const hours = (count: number): number => truth + count * HOUR_MS;
const word = (
  sourceCode: string,
  attribute: StatedTime['attribute'],
  valueHours: number,
  knownHours: number,
): StatedTime => ({ sourceCode, attribute, value: hours(valueHours), knownAt: hours(knownHours) });
const shipment = (statement: readonly StatedTime[], heardSince = hours(-5000)): ScoredShipment => ({
  carrierCode: 'MERI',
  heardSince,
  atd: null,
  ata: truth,
  statement,
});

test('actual times are judged by the first word, expected ones by the word three days ahead', () => {
  const scores = scoreSources([
    shipment([
      word('carrier', 'booking.eta', 48, -200),
      word('carrier', 'booking.eta', 30, -73),
      word('carrier', 'booking.eta', 1, -71),
      // An expected time reported after the arrival does not count.
      word('carrier', 'booking.eta', 0, 2),
      word('ft', 'booking.ata', 9, 5),
      word('ft', 'booking.ata', 0, 40),
      word('ais', 'booking.ata', -1, 1),
      word('ais', 'booking.atd', -1, 1),
    ]),
  ]);
  expect(scores).toEqual([
    expect.objectContaining({
      sourceCode: 'carrier',
      attribute: 'booking.eta',
      words: 3,
      firstHours: -200,
      errorHours: 30,
      rightShare: 0,
    }),
    expect.objectContaining({
      sourceCode: 'ft',
      attribute: 'booking.ata',
      words: 2,
      firstHours: 5,
      errorHours: 9,
      rightShare: 0,
    }),
    expect.objectContaining({
      sourceCode: 'ais',
      attribute: 'booking.ata',
      words: 1,
      firstHours: 1,
      errorHours: 1,
      rightShare: 1,
    }),
  ]);
});

test('medians are of all shipments of a carrier and source', () => {
  const [score] = scoreSources([2, 4, 100].map((off) => shipment([word('ft', 'booking.ata', off, off)])));
  expect(score).toMatchObject({ shipments: 3, firstHours: 4, errorHours: 4, rightShare: 2 / 3 });
});

test('a type goes before another only where it is clearly right more often, of enough shipments', () => {
  const order: SourceType[] = ['EXPERT', 'CARRIER', 'EDI', 'FT', 'AIS'];
  const typeOf = (code: string): SourceType | undefined => order.find((type) => type.toLowerCase() === code);
  const scored = (sourceCode: string, rightShare: number, shipments = 10) => ({
    carrierCode: 'MERI',
    sourceCode,
    attribute: 'booking.ata' as const,
    shipments,
    words: 1,
    firstHours: 1,
    errorHours: 1,
    rightShare,
  });
  expect(advisedOrder(order, [scored('carrier', 0.8), scored('ft', 0.84), scored('ais', 0.95)], typeOf)).toEqual([
    'EXPERT',
    'AIS',
    'EDI',
    'CARRIER',
    'FT',
  ]);
  expect(advisedOrder(order, [scored('carrier', 0.5), scored('ais', 1, 9)], typeOf)).toEqual(order);
  expect(advisedOrder(order, [scored('expert', 0.1), scored('carrier', 0.5)], typeOf)).toEqual(order);
});

test('sources are scored from when they are heard: what stood by then counts once, what happened before not at all', () => {
  const statement = [
    word('carrier', 'booking.eta', 90, -300),
    word('carrier', 'booking.eta', 40, -200),
    word('carrier', 'booking.eta', 10, -90),
    word('carrier', 'booking.ata', 0, 5),
  ];
  expect(scoreSources([shipment(statement, hours(-100))])).toEqual([
    expect.objectContaining({ attribute: 'booking.eta', words: 2, firstHours: -100, errorHours: 10 }),
    expect.objectContaining({ attribute: 'booking.ata', words: 1, firstHours: 5 }),
  ]);
  expect(scoreSources([shipment(statement, hours(1))])).toEqual([]);
  // She had left before: her departure says nothing, her arrival does.
  const left = { ...shipment([word('ft', 'booking.atd', -50, -40), ...statement], hours(-20)), atd: hours(-50) };
  expect(scoreSources([left]).map(({ sourceCode, attribute }) => [sourceCode, attribute])).toEqual([
    ['carrier', 'booking.eta'],
    ['carrier', 'booking.ata'],
  ]);
});
