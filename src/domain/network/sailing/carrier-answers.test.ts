import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { type CarrierAnswer, isSameWay, mergeAnswers, transitDaysOf } from './carrier-answers.ts';

const day = Date.UTC(2026, 4, 4);
const answer = (carrierCode: string, more: Partial<CarrierAnswer['legs'][number]> = {}, cut = day): CarrierAnswer => ({
  carrierCode,
  statedAt: day,
  cutOffs: [{ code: 'DCO', at: cut }],
  legs: [
    {
      operatorCode: 'OWNR',
      serviceCode: 'AE1',
      imo: '9074729',
      vesselName: 'MERIDIAN',
      voyage: '602W',
      fromPort: 'CNSHA',
      toPort: 'NLRTM',
      departsAt: day + DAY_MS,
      arrivesAt: day + 30 * DAY_MS,
      ...more,
    },
  ],
});

describe('answers of carriers', () => {
  test('about one voyage are one way, the carrier that sails first; rounding is no difference', () => {
    const [way, ...others] = mergeAnswers([
      answer('PRTN', { departsAt: day + DAY_MS + 0.5 * HOUR_MS, voyage: '26AAW' }),
      answer('OWNR'),
    ]);
    expect(others).toEqual([]);
    expect(way?.answers.map(({ carrierCode }) => carrierCode)).toEqual(['OWNR', 'PRTN']);
    expect(way?.differs).toBe(false);
  });

  test.each([
    ['departure', answer('PRTN', { departsAt: day + DAY_MS + 5 * HOUR_MS })],
    ['arrival', answer('PRTN', { arrivesAt: day + 31 * DAY_MS })],
    ['cut-off', answer('PRTN', {}, day + 3 * HOUR_MS)],
  ])('differ where one tells another %s', (_what, other) => {
    expect(mergeAnswers([answer('OWNR'), other])).toMatchObject([{ differs: true, answers: { length: 2 } }]);
  });

  test.each([
    ['another vessel', { imo: '9000015', vesselName: 'OTHER' }],
    ['another port', { toPort: 'DEHAM' }],
    ['the week after', { departsAt: day + 8 * DAY_MS }],
  ])('about %s are another way', (_what, more) => {
    expect(mergeAnswers([answer('OWNR'), answer('PRTN', more)])).toHaveLength(2);
  });

  test('of a carrier that tells a way twice count once', () => {
    expect(mergeAnswers([answer('OWNR'), answer('OWNR')])).toMatchObject([{ answers: { length: 1 } }]);
  });

  test('without the number of the vessel are matched by her name', () => {
    expect(isSameWay(answer('A', { imo: null }), answer('B', { vesselName: 'Meridian' }))).toBe(true);
    expect(isSameWay(answer('A', { imo: null }), answer('B', { vesselName: 'OTHER' }))).toBe(false);
  });

  test('count begun days as days, whatever the zones', () => {
    expect(transitDaysOf(answer('A', { arrivesAt: day + DAY_MS + 29 * DAY_MS }))).toBe(29);
    expect(transitDaysOf(answer('A', { arrivesAt: day + DAY_MS + 29 * DAY_MS + 1 }))).toBe(30);
  });
});
