import { describe, expect, test } from 'vitest';
import { detectAll } from '../../exceptions/detect.ts';
import { ShownShipment } from '../../exceptions/replay/shown-shipment.ts';
import { exceptionRules } from '../../exceptions/rules/index.ts';
import { fuse } from '../../intake/fusion/fuse.ts';
import { contentOfValues } from '../../intake/fusion/known-values.ts';
import { defaultPrecedence } from '../../intake/fusion/precedence.ts';
import { at, buildContainer, buildEvent, buildLeg, buildRecord, buildView, reference } from '../../testing/builders.ts';
import { hasEnded } from '../end-condition.ts';
import { stageOf } from '../milestone-order.ts';
import type { UnitContent } from '../model.ts';
import { shipmentProgress } from '../progress.ts';
import { buildStages } from '../stages.ts';
import type { ModeProfile } from './profile.ts';
import { profiles } from './profiles.ts';

const lot = (no: string, quantity: number, values: Partial<UnitContent> = {}) =>
  buildContainer(no, {
    quantity,
    vesselName: null,
    voyage: null,
    portOfLoading: null,
    portOfDischarge: null,
    receivedQuantity: null,
    ...values,
  });

/** Ten pieces, six of which fly first. */
const split = (id: string, values: Parameters<typeof buildRecord>[2] = {}) =>
  buildRecord(
    id,
    {
      mode: 'air',
      booking: { billNo: '784-12345675', portOfLoading: 'PVG', portOfDischarge: 'FRA' },
      legs: [buildLeg(1, 'PVG', 'FRA', { vesselName: 'CZ461', voyage: '2026-03-10' })],
      containers: [lot('CZ461/10MAR/PVG', 6), lot('CZ463/11MAR/PVG', 4)],
      events: [
        buildEvent(null, 'RCS', 'PVG', { actual: at(-1) }),
        buildEvent('CZ461/10MAR/PVG', 'DEP', 'PVG', { actual: at(0), vesselName: 'CZ461', voyage: '2026-03-10' }),
        buildEvent('CZ463/11MAR/PVG', 'DEP', 'PVG', { actual: at(1), vesselName: 'CZ463', voyage: '2026-03-11' }),
        buildEvent('CZ461/10MAR/PVG', 'ARR', 'FRA', { actual: at(0, 12), vesselName: 'CZ461', voyage: '2026-03-10' }),
      ],
    },
    values,
  );

const fused = (...records: Parameters<typeof fuse>[0]) => fuse(records, [], defaultPrecedence);

test('milestones belong to one mode, but domestic sea has those of sea', () => {
  const { domestic, ...others } = profiles;
  const codesOf = ({ stages }: ModeProfile) => new Set(stages.flatMap(({ milestones }) => milestones));
  const all = Object.values(others).flatMap((profile) => [...codesOf(profile)]);
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((code) => stageOf(code) !== undefined)).toEqual([]);
  if (domestic === undefined) throw new Error('no profile of domestic sea');
  expect([...codesOf(domestic)].filter((code) => stageOf(code) === undefined)).toEqual([]);
  for (const profile of Object.values(profiles)) {
    const own = codesOf(profile);
    const { backbone, departed, arrived, completed } = profile;
    expect([...backbone, departed, arrived, completed].filter((code) => !own.has(code))).toEqual([]);
  }
});

describe('a journey by domestic sea', () => {
  const [pol, via, pod] = ['CNNSA', 'CNTAG', 'CNWUH'];
  const record = buildRecord('carrier', {
    mode: 'domestic',
    booking: { billNo: 'SANJ000000001', portOfLoading: pol, portOfDischarge: pod },
    legs: [
      buildLeg(1, pol, via, { vesselName: 'SANJIANG DELTA', voyage: '101N' }),
      buildLeg(2, via, pod, { vesselName: 'SANJIANG GORGE', voyage: '045W' }),
    ],
    containers: [buildContainer('SJGU0000013')],
    events: [
      buildEvent('SJGU0000013', 'LOBD', pol, { actual: at(-1) }),
      buildEvent(null, 'DLPT', pol, { actual: at(0) }),
      buildEvent(null, 'TSBA', via, { actual: at(4) }),
      buildEvent('SJGU0000013', 'TSDC', via, { actual: at(4, 6) }),
      buildEvent(null, 'TSDP', via, { actual: at(6) }),
    ],
  });

  test('has the parts of sea without customs, with delivery to the door', () => {
    const { content } = fused(record);
    const stages = buildStages(content, 'SJGU0000013');
    expect(stages.map(({ kind, portCode }) => [kind, portCode])).toEqual([
      ['origin', pol],
      ['sea', pol],
      ['transhipment', via],
      ['destination', pod],
      ['delivery', pod],
    ]);
    const codes = stages.map(({ milestones }) => milestones.map(({ statusCode }) => statusCode));
    expect(codes).toEqual([
      ['STSP', 'STUF', 'GITM', 'LOBD'],
      ['DLPT'],
      ['TSBA', 'TSDC', 'TSLB', 'TSDP'],
      ['BDAR', 'DSCH', 'AVPU'],
      ['STCS', 'STRP', 'RCVE'],
    ]);
    expect(content.containers[0]).not.toHaveProperty('receivedQuantity');
    expect(content.legs.map(({ atd, ata }) => [atd, ata])).toEqual([
      [at(0), at(4)],
      [at(6), null],
    ]);
    expect(shipmentProgress(content).current?.statusCode).toBe('TSDP');
    expect(shipmentProgress(content).share).toBeCloseTo(9 / 15);
  });

  test('ends when the container is back empty, and is judged by the rules of sea', () => {
    const { content } = fused(record);
    expect(hasEnded(content, at(20), { quietDaysAfterArrival: 30 })).toBe(false);
    const back = {
      ...content,
      events: [...content.events, buildEvent('SJGU0000013', 'RCVE', pod, { actual: at(12) })],
    };
    expect(hasEnded(back, at(13), { quietDaysAfterArrival: 30 })).toBe(true);
    const requested = new Set<string>();
    const rules = exceptionRules.map((rule) => ({ ...rule, detect: () => (requested.add(rule.code), []) }));
    detectAll(buildView([record], { subscription: { mode: 'domestic' } }), at(1), {
      rules,
      settingsFor: () => ({}),
      reference,
      enabled: () => true,
    });
    expect(requested.has('SPLIT_CARGO') && requested.has('NO_DATA')).toBe(true);
    expect([...requested].filter((code) => code.startsWith('AIR_'))).toEqual([]);
  });
});

describe('a journey of another mode', () => {
  test('keeps its mode, and parts of a split consignment keep their own times', () => {
    const { content, provenance } = fused(
      split('airline'),
      split('aggregator', { sourceType: 'FT', sourceCode: 'ft' }),
    );
    expect(content.mode).toBe('air');
    expect(content.booking.atd).toBe(at(0));
    expect(content.events.filter(({ statusCode }) => statusCode === 'DEP').map(({ actual }) => actual)).toEqual([
      at(0),
      at(1),
    ]);
    expect(content.containers.map(({ quantity, receivedQuantity }) => [quantity, receivedQuantity])).toEqual([
      [6, null],
      [4, null],
    ]);
    expect(provenance['container[CZ463/11MAR/PVG].quantity']?.rule).toBe('agreed');
  });

  test('a flight of the same number on the next day is another one', () => {
    const record = split('airline');
    const next = record.content.events.map((event) =>
      event.vesselName === 'CZ463' ? { ...event, vesselName: 'CZ461', actual: null, planned: at(1) } : event,
    );
    const { content } = fused({ ...record, content: { ...record.content, events: next } });
    const departures = content.events.filter(({ statusCode }) => statusCode === 'DEP');
    expect(departures.map(({ voyage, actual }) => [voyage, actual])).toEqual([
      ['2026-03-10', at(0)],
      ['2026-03-11', null],
    ]);
  });

  test('is the same put together from what became known, also change by change', () => {
    const { content, provenance } = fused(split('airline'));
    const known = new Map(Object.entries(provenance).map(([path, { winner }]) => [path, { value: winner.value }]));
    expect(contentOfValues(known)).toEqual(content);
    const shown = new ShownShipment();
    const changes = Object.fromEntries(
      Object.entries(provenance).map(([path, { winner }]) => [path, [winner.value, winner.sourceCode] as const]),
    );
    shown.apply({ knownAt: at(0), changes });
    expect(shown.fused().content.mode).toBe('air');
  });

  test('has the parts of its mode: places decide, what everybody passes is expected', () => {
    const stages = buildStages(fused(split('airline')).content, 'CZ461/10MAR/PVG');
    expect(stages.map(({ kind, portCode }) => [kind, portCode])).toEqual([
      ['origin', 'PVG'],
      ['main', 'PVG'],
      ['destination', 'FRA'],
      ['delivery', 'FRA'],
    ]);
    const codes = stages.map(({ milestones }) =>
      milestones.map(({ statusCode, actual }) => [statusCode, actual !== null]),
    );
    expect(codes[0]).toEqual([
      ['BKD', false],
      ['RCS', true],
    ]);
    expect(codes[2]?.[0]).toEqual(['ARR', true]);
    expect(codes[3]).toEqual([['DLV', false]]);
  });

  test('a stop of a truck is not expected to load: that is shown only where it was reported', () => {
    const content = (loaded: boolean) =>
      fused(
        buildRecord('fleet', {
          mode: 'road',
          booking: { billNo: 'RO1', portOfLoading: 'A', portOfDischarge: 'C' },
          legs: [buildLeg(1, 'A', 'B', { vesselName: '沪A1' }), buildLeg(2, 'B', 'C', { vesselName: '沪A1' })],
          events: [
            buildEvent(null, 'VAR', 'B', { actual: at(1) }),
            ...(loaded ? [buildEvent(null, 'VLD', 'B', { actual: at(2) })] : []),
          ],
        }),
      ).content;
    const codesAt = (loaded: boolean) =>
      buildStages(content(loaded), null)
        .find(({ kind }) => kind === 'transhipment')
        ?.milestones.map(({ statusCode }) => statusCode);
    expect(codesAt(false)).toEqual(['VAR', 'VDP']);
    expect(codesAt(true)).toEqual(['VAR', 'VLD', 'VDP']);
  });

  test('begins with all its bookings: that of a connecting flight says nothing of how far the goods are', () => {
    const { content } = fused(
      buildRecord('airline', {
        mode: 'air',
        booking: { billNo: '784-12345675', portOfLoading: 'CKG', portOfDischarge: 'FRA' },
        legs: [buildLeg(1, 'CKG', 'PEK', { vesselName: 'CA454' }), buildLeg(2, 'PEK', 'FRA', { vesselName: 'CA441' })],
        events: [
          buildEvent(null, 'BKD', 'CKG', { actual: at(-2), vesselName: 'CA454' }),
          buildEvent(null, 'BKD', 'PEK', { actual: at(-2), vesselName: 'CA441' }),
          buildEvent(null, 'RCS', 'CKG', { actual: at(-1) }),
        ],
      }),
    );
    expect(shipmentProgress(content).current).toMatchObject({ statusCode: 'RCS', portCode: 'CKG' });
    const [origin, , via] = buildStages(content, null);
    expect(origin?.milestones.map(({ statusCode }) => statusCode)).toEqual(['BKD', 'BKD', 'RCS']);
    expect(via).toMatchObject({ kind: 'transhipment', portCode: 'PEK' });
    expect(via?.milestones.map(({ statusCode }) => statusCode)).not.toContain('BKD');
  });

  test('ends when all is handed over, and not before', () => {
    const before = fused(split('airline')).content;
    expect(hasEnded(before, at(2), { quietDaysAfterArrival: 30 })).toBe(false);
    const delivered = { ...before, events: [...before.events, buildEvent(null, 'DLV', 'FRA', { actual: at(3) })] };
    expect(hasEnded(delivered, at(4), { quietDaysAfterArrival: 30 })).toBe(true);
    expect(shipmentProgress(delivered)).toMatchObject({ current: { statusCode: 'DLV' }, share: 1 });
  });

  test('is judged by the rules of its mode only', () => {
    const requested: string[] = [];
    const rules = exceptionRules.map((rule) => ({
      ...rule,
      detect: (...args: Parameters<typeof rule.detect>) => {
        requested.push(rule.code);
        return rule.detect(...args);
      },
    }));
    const view = buildView([split('airline')], { subscription: { mode: 'air' } });
    const options = { rules, settingsFor: () => ({}), reference, enabled: () => true };
    detectAll(view, at(1), options);
    expect(requested).toContain('NO_DATA');
    expect(requested).not.toContain('SPLIT_CARGO');
    requested.length = 0;
    detectAll(buildView([]), at(1), options);
    expect(requested).toContain('SPLIT_CARGO');
  });
});
