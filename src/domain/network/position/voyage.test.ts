import { describe, expect, test } from 'vitest';
import { at } from '../../testing/builders.ts';
import type { ObservedPortCall } from './geofence.ts';
import { findSighting, findSightings } from './voyage.ts';

describe('finding the stays of a leg', () => {
  const leg = {
    sequence: 1,
    portOfLoading: 'CNSGH',
    portOfDischarge: 'NLRTM',
    etd: at(0),
    atd: null,
    eta: at(30),
    ata: null,
  };
  const canonical = (code: string): string => (code === 'CNSGH' ? 'CNSHA' : code);
  const stay = (portCode: string, from: number, to: number | null): ObservedPortCall => ({
    portCode,
    arrivedAt: at(from),
    departedAt: to === null ? null : at(to),
    arrivedAfter: null,
    departedBefore: null,
  });

  test('the ones nearest to the expected times, by the port after aliases', () => {
    const visits = [stay('CNSHA', -8, -7), stay('CNSHA', 0, 1), stay('NLRTM', -20, -19), stay('NLRTM', 31, null)];
    expect(findSighting(leg, visits, canonical)).toEqual({
      sequence: 1,
      loading: stay('CNSHA', 0, 1),
      discharge: stay('NLRTM', 31, null),
    });
  });

  test('a stay of the previous voyage is not used, even if there is no other stay', () => {
    expect(findSighting(leg, [stay('CNSHA', -8, -7)], canonical).loading).toBeNull();
    expect(findSighting(leg, [stay('CNSHA', -3, -2)], canonical).loading).not.toBeNull();
    expect(findSighting(leg, [stay('CNSHA', 6, 7)], canonical).loading).toBeNull();
  });

  test('she lies there still: the departure is open, and no arrival is looked for', () => {
    const found = findSighting(leg, [stay('CNSHA', -5, null), stay('NLRTM', 30, null)], canonical);
    expect(found).toMatchObject({ loading: { departedAt: null }, discharge: null });
  });

  test('an arrival before the departure belongs to another voyage', () => {
    const visits = [stay('CNSHA', 0, 1), stay('NLRTM', 0.5, 0.9)];
    expect(findSighting({ ...leg, eta: at(1) }, visits, canonical).discharge).toBeNull();
  });

  describe('at a port of transhipment', () => {
    const feeder = { ...leg, portOfDischarge: 'SGSIN', eta: at(6) };
    const onward = { ...leg, sequence: 2, portOfLoading: 'SGSIN', etd: at(8) };
    const sightings = (of: { feederCame?: number; ata?: number; onwardLeft: number; atd?: number }) => {
      const brought = of.feederCame === undefined ? [] : [stay('SGSIN', of.feederCame, of.feederCame + 0.5)];
      return findSightings(
        [
          {
            leg: { ...feeder, ata: of.ata === undefined ? null : at(of.ata) },
            visits: [stay('CNSHA', 0, 1), ...brought],
          },
          {
            leg: { ...onward, atd: of.atd === undefined ? null : at(of.atd) },
            visits: [stay('SGSIN', of.onwardLeft - 1, of.onwardLeft), stay('NLRTM', 30, null)],
          },
        ],
        canonical,
      )[1];
    };

    test('the next ship carries what the ship before brought', () => {
      expect(sightings({ feederCame: 6, onwardLeft: 8 })).toMatchObject({
        loading: { departedAt: at(8) },
        discharge: { arrivedAt: at(30) },
      });
      expect(sightings({ ata: 6, onwardLeft: 8 })?.loading).not.toBeNull();
    });

    test('a ship that left before the cargo came, or within hours of it, does not carry it', () => {
      expect(sightings({ feederCame: 8.5, onwardLeft: 8 })).toMatchObject({ loading: null, discharge: null });
      expect(sightings({ ata: 7.9, onwardLeft: 8 })?.loading).toBeNull();
    });

    test('while nobody knows of an arrival, her departure says nothing, unless another source names the departure', () => {
      expect(sightings({ onwardLeft: 8 })).toMatchObject({ loading: null, discharge: null });
      expect(sightings({ onwardLeft: 8, atd: 8 })?.loading).not.toBeNull();
    });
  });
});
