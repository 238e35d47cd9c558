import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { findCall, mergeCalls, valueSourcesOf } from './merge-calls.ts';
import type { Statement } from './model.ts';

const day = Date.UTC(2026, 5, 10);
const noTimes = { planned: null, estimated: null, actual: null };

const say = (carrierCode: string, over: Partial<Statement> = {}): Statement => ({
  carrierCode,
  statedAt: day - 30 * DAY_MS,
  ref: `${carrierCode}-1`,
  serviceCode: `S-${carrierCode}`,
  serviceName: null,
  operatorCode: 'OWNR',
  imo: '9000015',
  mmsi: null,
  vesselName: 'EVER TEST',
  callSign: null,
  flag: null,
  importVoyage: '1E',
  exportVoyage: '2W',
  universalVoyage: null,
  portCode: 'CNSHA',
  terminal: 'SHAT1',
  omitted: false,
  arrival: { ...noTimes, planned: day },
  departure: { ...noTimes, planned: day + DAY_MS },
  cutOffs: [],
  ...over,
});

describe('merging what carriers tell of one call', () => {
  test('the carrier that sails the vessel counts, also when a partner stated something later', () => {
    const partner = say('PRTN', {
      statedAt: day,
      arrival: { ...noTimes, planned: day + 12 * HOUR_MS },
      terminal: 'SHAT2',
    });
    const merged = mergeCalls([partner, say('OWNR')]);
    expect(merged).toMatchObject({ carrierCode: 'OWNR', serviceCode: 'S-OWNR', arrivesAt: day, terminal: 'SHAT1' });
    expect(merged.sellers.map(({ carrierCode }) => carrierCode)).toEqual(['OWNR', 'PRTN']);
    expect(merged.differences.map(({ field }) => field)).toEqual(['terminal', 'plannedArrival']);
    expect(merged.differences[1]?.values[0]).toMatchObject({ carrierCode: 'OWNR', value: day });
  });

  test('what she does not say is taken from partners; times that differ by less than an hour are no difference', () => {
    const partner = say('PRTN', {
      arrival: { planned: day + 59 * 60_000, estimated: day + 3 * HOUR_MS, actual: null },
      universalVoyage: '26AAW',
      cutOffs: [{ code: 'DCO', at: day }],
    });
    const merged = mergeCalls([say('OWNR', { terminal: null }), partner]);
    expect(merged).toMatchObject({ arrivesAt: day + 3 * HOUR_MS, universalVoyage: '26AAW', terminal: 'SHAT1' });
    expect(merged.cutOffs).toEqual([{ code: 'DCO', at: day }]);
    expect(merged.differences).toEqual([]);
  });

  test('among partners the newest counts, and of one carrier only its newest words', () => {
    const merged = mergeCalls([
      say('AAAA', { statedAt: 1, terminal: 'OLD' }),
      say('AAAA', { statedAt: 2, terminal: 'NEW' }),
      say('BBBB', { statedAt: 0, terminal: 'OTHER' }),
    ]);
    expect(merged.terminal).toBe('NEW');
    expect(merged.sellers).toHaveLength(2);
  });

  test('the value source of a cut-off is the one whose time is shown', () => {
    const owner = say('OWNR', { statedAt: day - DAY_MS, cutOffs: [{ code: 'DCO', at: day }] });
    const cutOffs = [
      { code: 'DCO', at: day + HOUR_MS },
      { code: 'VCO', at: day },
    ];
    expect(valueSourcesOf([say('PRTN', { statedAt: day, cutOffs }), owner]).cutOffs).toEqual({
      DCO: { carrierCode: 'OWNR', statedAt: day - DAY_MS },
      VCO: { carrierCode: 'PRTN', statedAt: day },
    });
  });

  test('the value source of a turn is the one whose time is shown', () => {
    const partner = say('PRTN', {
      statedAt: day,
      arrival: { ...noTimes, planned: day, estimated: day + 3 * HOUR_MS },
      departure: { ...noTimes, planned: day + 2 * DAY_MS },
    });
    const owner = say('OWNR', { statedAt: day - DAY_MS });
    expect(valueSourcesOf([partner, owner])).toEqual({
      arrival: { carrierCode: 'PRTN', statedAt: day },
      departure: { carrierCode: 'OWNR', statedAt: day - DAY_MS },
      cutOffs: {},
    });
    expect(mergeCalls([partner, owner])).toMatchObject({ arrivesAt: day + 3 * HOUR_MS, departsAt: day + DAY_MS });
    expect(valueSourcesOf([]).arrival).toBeNull();
  });

  test('actual counts before estimated before planned, and nobody leaves before coming', () => {
    const merged = mergeCalls([
      say('OWNR', {
        arrival: { planned: day, estimated: day + HOUR_MS, actual: day + 50 * HOUR_MS },
        departure: { planned: day + DAY_MS, estimated: null, actual: null },
      }),
    ]);
    expect(merged.arrivesAt).toBe(day + 50 * HOUR_MS);
    expect(merged.departsAt).toBe(day + 50 * HOUR_MS);
  });
});

describe('finding the call a statement is about', () => {
  const call = { imo: '9000015', portCode: 'CNSHA', universalVoyage: '26AAW', arrivesAt: day };

  test('by port, time and vessel, or the reference of the voyage where the vessel was changed', () => {
    expect(findCall(say('PRTN'), [call])).toBe(call);
    expect(findCall(say('PRTN', { imo: '9000027', universalVoyage: '26AAW' }), [call])).toBe(call);
    expect(findCall(say('PRTN', { imo: '9000027' }), [call])).toBeUndefined();
    expect(findCall(say('PRTN', { portCode: 'CNNGB' }), [call])).toBeUndefined();
  });

  test('the nearest in time, and none that is further off than three and a half days', () => {
    const later = { ...call, arrivesAt: day + 3 * DAY_MS };
    const arrival = { ...noTimes, planned: day + 2 * DAY_MS };
    expect(findCall(say('PRTN', { arrival }), [call, later])).toBe(later);
    expect(findCall(say('PRTN'), [{ ...call, arrivesAt: day + 7 * DAY_MS }])).toBeUndefined();
  });
});
