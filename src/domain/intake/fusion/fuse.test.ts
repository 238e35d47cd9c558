import { describe, expect, test } from 'vitest';
import { at, buildContainer, buildEvent, buildLeg, buildOverride, buildRecord, t0 } from '../../testing/builders.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';
import type { FieldOverride } from './types.ts';
import type { SourceRecord } from '../../tracking/model.ts';

const fuseAll = (records: SourceRecord[], overrides: FieldOverride[] = []) =>
  fuse(records, overrides, defaultPrecedence);
const ft = { sourceType: 'FT', sourceCode: 'ft' } as const;
const container = 'MERU1234567';

describe('values', () => {
  test('the more trusted source wins over the newer one; who lost is shown first, who agreed last', () => {
    const { content, provenance } = fuseAll([
      buildRecord('carrier', { booking: { eta: at(9) } }),
      buildRecord('ft', { booking: { eta: at(8) } }, { ...ft, observedAt: at(5) }),
      buildRecord('rpa', { booking: { eta: at(9) } }, { sourceType: 'RPA' }),
    ]);
    expect(content.booking.eta).toBe(at(9));
    expect(provenance['booking.eta']).toMatchObject({
      rule: 'precedence',
      winner: { recordId: 'carrier' },
      others: [{ recordId: 'ft' }, { recordId: 'rpa' }],
    });
  });

  test('precedence is per attribute: the quay knows the arrival best', () => {
    const { content } = fuseAll([
      buildRecord('carrier', { booking: { ata: at(9), eta: at(9) } }),
      buildRecord('terminal', { booking: { ata: at(8), eta: at(8) } }, { sourceType: 'TERMINAL' }),
    ]);
    expect([content.booking.ata, content.booking.eta]).toEqual([at(8), at(9)]);
  });

  test('of equal sources the newest wins, then the record id decides', () => {
    const record = (id: string, eta: number, observedAt = t0) => buildRecord(id, { booking: { eta } }, { observedAt });
    const newest = fuseAll([record('a', at(1)), record('b', at(2), at(1))]);
    expect([newest.content.booking.eta, newest.provenance['booking.eta']?.rule]).toEqual([at(2), 'newest']);
    expect(fuseAll([record('b', at(2)), record('a', at(1))]).content.booking.eta).toBe(at(1));
  });

  test('an empty value never replaces a filled one, however trusted and new', () => {
    const silent = buildRecord('expert', { booking: { vesselName: '' } }, { sourceType: 'EXPERT', observedAt: at(9) });
    const { content, provenance } = fuseAll([silent, buildRecord('ft', { booking: { vesselName: 'STAR' } }, ft)]);
    expect([content.booking.vesselName, provenance['booking.vesselName']?.rule]).toEqual(['STAR', 'only']);
    expect(provenance).not.toHaveProperty(['booking.voyage']);
  });

  test('same but for case and blanks is agreement', () => {
    const records = [
      buildRecord('a', { booking: { vesselName: 'Star  One' } }),
      buildRecord('b', { booking: { vesselName: 'STAR ONE' } }, ft),
    ];
    expect(fuseAll(records).provenance['booking.vesselName']?.rule).toBe('agreed');
  });

  test('an estimate that nobody gives is shown as planned, and only then', () => {
    const planned = buildRecord('a', { booking: { plannedArrival: at(5) } });
    expect(fuseAll([planned]).provenance['booking.eta']).toMatchObject({
      rule: 'classifier',
      winner: { value: at(5) },
    });
    const estimated = buildRecord('b', { booking: { eta: at(7) } }, ft);
    expect(fuseAll([planned, estimated]).content.booking).toMatchObject({ plannedArrival: at(5), eta: at(7) });
  });

  test('a source type that the list leaves out comes last', () => {
    const records = [buildRecord('a', { booking: { eta: at(1) } }), buildRecord('b', { booking: { eta: at(2) } }, ft)];
    expect(fuse(records, [], { standard: ['FT'], byAttribute: {} }).content.booking.eta).toBe(at(2));
  });

  test('nothing stated gives an empty shipment', () => {
    expect(fuseAll([])).toMatchObject({ content: { legs: [], containers: [], events: [] }, provenance: {} });
  });
});

describe('overrides', () => {
  const records = [buildRecord('a', { booking: { eta: at(9) }, legs: [buildLeg(1, 'CNSHA', 'NLRTM')] })];

  test('rule, show who entered them, and keep what was stated', () => {
    const { content, provenance } = fuseAll(records, [buildOverride('booking.eta', at(3), { enteredBy: 'li' })]);
    expect(content.booking.eta).toBe(at(3));
    expect(provenance['booking.eta']).toMatchObject({
      rule: 'override',
      winner: { sourceType: 'EXPERT', sourceCode: 'expert:li' },
      others: [{ recordId: 'a', value: at(9) }],
    });
  });

  test('fill what no source gives, and clear what is wrong', () => {
    expect(fuseAll(records, [buildOverride('leg[1].vesselName', 'STAR')]).content.legs[0]?.vesselName).toBe('STAR');
    const cleared = fuseAll(records, [buildOverride('booking.eta', null)]);
    expect([cleared.content.booking.eta, cleared.provenance['booking.eta']?.rule]).toEqual([null, 'override']);
  });

  test('the newest of several rules', () => {
    const overrides = [
      buildOverride('booking.eta', at(3), { id: 'x', enteredAt: at(1) }),
      buildOverride('booking.eta', at(4), { id: 'y', enteredAt: at(2) }),
      buildOverride('booking.eta', at(5), { id: 'z', enteredAt: at(3), active: false }),
    ];
    expect(fuseAll(records, overrides).content.booking.eta).toBe(at(4));
  });

  test('of the same instant, the one with the later id rules, in whatever order they come', () => {
    const overrides = ['x', 'y'].map((id) => buildOverride('booking.eta', at(id === 'x' ? 3 : 4), { id }));
    expect(fuseAll(records, overrides).content.booking.eta).toBe(at(4));
    expect(fuseAll(records, overrides.toReversed()).content.booking.eta).toBe(at(4));
  });

  test('of no attribute, or of a value that does not fit, have no effect', () => {
    const overrides = [
      buildOverride('booking.eta', 'soon'),
      buildOverride('leg[7].eta', at(1)),
      buildOverride('nonsense', 'x'),
      buildOverride('booking.vesselName', ''),
    ];
    expect(fuseAll(records, overrides)).toEqual(fuseAll(records));
  });
});

describe('legs', () => {
  test('have both ports from one route, though another source is trusted more for one of them', () => {
    const records = [
      buildRecord('carrier', { legs: [buildLeg(1, 'CNSHA', 'NLRTM')] }),
      buildRecord('ft', { legs: [buildLeg(1, 'CNSHA', 'DEHAM')] }, ft),
    ];
    const precedence = { ...defaultPrecedence, byAttribute: { 'leg.portOfDischarge': ['FT', 'CARRIER'] as const } };
    const { content, provenance } = fuse(records, [], precedence);
    expect(content.legs).toMatchObject([{ portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' }]);
    expect(provenance['leg[1].portOfDischarge']).toMatchObject({ others: [{ value: 'DEHAM' }] });
  });

  const via = (values = {}) => [
    buildLeg(1, 'CNSHA', 'SGSIN', { ...values }),
    buildLeg(2, 'SGSIN', 'NLRTM', { eta: at(30) }),
  ];
  const pairs = (records: SourceRecord[]) =>
    fuseAll(records).content.legs.map(({ sequence, portOfLoading, portOfDischarge }) => [
      sequence,
      portOfLoading,
      portOfDischarge,
    ]);
  const whole = [
    [1, 'CNSHA', 'SGSIN'],
    [2, 'SGSIN', 'NLRTM'],
  ];

  test('a source without the transhipment speaks about departure and arrival only', () => {
    const direct = buildLeg(1, 'CNSHA', 'NLRTM', { vesselName: 'OTHER', atd: at(1), ata: at(31) });
    const { content } = fuseAll([
      buildRecord('a', { legs: via({ vesselName: 'STAR' }) }),
      buildRecord('b', { legs: [direct] }, ft),
    ]);
    expect(content.legs).toMatchObject([
      { portOfDischarge: 'SGSIN', vesselName: 'STAR', atd: at(1), ata: null },
      { portOfLoading: 'SGSIN', vesselName: null, atd: null, eta: at(30), ata: at(31) },
    ]);
  });

  test('a transhipment that only the less trusted source knows is shown', () => {
    const direct = buildLeg(1, 'CNSHA', 'NLRTM', { vesselName: 'STAR', etd: at(1), eta: at(29) });
    const records = [buildRecord('a', { legs: [direct] }), buildRecord('b', { legs: via() }, ft)];
    expect(pairs(records)).toEqual(whole);
    expect(fuseAll(records).content.legs).toMatchObject([
      { vesselName: 'STAR', etd: at(1), eta: null },
      { vesselName: null, etd: null, eta: at(29) },
    ]);
  });

  test('sources that know one leg each make a whole', () => {
    const [first, second] = via() as [ReturnType<typeof buildLeg>, ReturnType<typeof buildLeg>];
    expect(
      pairs([buildRecord('a', { legs: [first] }), buildRecord('b', { legs: [{ ...second, sequence: 1 }] }, ft)]),
    ).toEqual(whole);
    expect(pairs([buildRecord('a', { legs: [second] }), buildRecord('b', { legs: [first] }, ft)])).toEqual(whole);
  });

  test('half a leg belongs to the other half, wherever in the route that stands', () => {
    const arrival = buildRecord(
      'a',
      { legs: [buildLeg(1, null, 'SGSIN', { ata: at(5) })] },
      { sourceType: 'TERMINAL' },
    );
    const departure = (id: string) =>
      buildRecord(id, { legs: [buildLeg(1, 'SGSIN', null, { atd: at(7), vesselName: 'STAR' })] }, ft);
    const records = [buildRecord('carrier', { legs: [] }), arrival, departure('b')];
    const halves = [
      [1, null, 'SGSIN'],
      [2, 'SGSIN', null],
    ];
    expect(pairs(records)).toEqual(halves);
    expect(pairs([...records, departure('c')])).toEqual(halves);
    const onward = buildRecord('d', { legs: [buildLeg(1, 'SGSIN', 'NLRTM')] }, { sourceType: 'CUSTOMS' });
    expect(pairs([...records, onward])).toEqual([
      [1, null, 'SGSIN'],
      [2, 'SGSIN', 'NLRTM'],
    ]);
  });

  test('another ship on the same pair is the same leg with another claim', () => {
    const records = [
      buildRecord('a', { legs: via({ vesselName: 'STAR' }) }),
      buildRecord('b', { legs: via({ vesselName: 'MOON' }) }, ft),
    ];
    expect(pairs(records)).toEqual(whole);
    expect(fuseAll(records).provenance['leg[1].vesselName']).toMatchObject({
      rule: 'precedence',
      others: [{ value: 'MOON' }],
    });
  });

  test('another transhipment port is a losing claim, and times at it are not mixed in', () => {
    const other = [
      buildLeg(1, 'CNSHA', 'MYPKG', { atd: at(1), ata: at(7) }),
      buildLeg(2, 'MYPKG', 'NLRTM', { atd: at(9), ata: at(31) }),
    ];
    const records = [buildRecord('a', { legs: via() }), buildRecord('b', { legs: other }, ft)];
    expect(pairs(records)).toEqual(whole);
    const { content, provenance } = fuseAll(records);
    expect(content.legs).toMatchObject([
      { atd: at(1), ata: null },
      { atd: null, ata: at(31) },
    ]);
    expect(provenance['leg[1].portOfDischarge']).toMatchObject({
      winner: { value: 'SGSIN' },
      others: [{ value: 'MYPKG' }],
    });
  });

  test('an unknown port is filled, a leg reported twice is one', () => {
    expect(
      pairs([
        buildRecord('a', { legs: [buildLeg(1, 'CNSHA', null)] }),
        buildRecord('b', { legs: [buildLeg(1, 'CNSHA', 'NLRTM')] }, ft),
      ]),
    ).toEqual([[1, 'CNSHA', 'NLRTM']]);
    expect(
      pairs([buildRecord('a', { legs: [buildLeg(1, 'CNSHA', 'NLRTM'), buildLeg(2, 'CNSHA', 'NLRTM')] })]),
    ).toHaveLength(1);
  });

  test('a break in the route of a source stays to be seen', () => {
    expect(
      pairs([buildRecord('a', { legs: [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'MYPKG', 'NLRTM')] })]),
    ).toHaveLength(2);
  });
});

describe('containers and events', () => {
  test('containers of all sources by number, each value by itself', () => {
    const { content } = fuseAll([
      buildRecord('a', { containers: [buildContainer(container, { sealNo: 'S1' })] }),
      buildRecord(
        'b',
        { containers: [buildContainer(container, { sizeType: '45G1', sealNo: 'S2' }), buildContainer('MERU0000001')] },
        ft,
      ),
    ]);
    expect(content.containers).toMatchObject([
      { containerNo: 'MERU0000001' },
      { containerNo: container, sealNo: 'S1', sizeType: '45G1' },
    ]);
  });

  const load = (values = {}) => buildEvent(container, 'LOBD', 'CNSHA', values);

  test('a status at a port is one milestone whatever times sources give', () => {
    const { content, provenance } = fuseAll([
      buildRecord('a', { events: [load({ actual: at(-9) })] }),
      buildRecord('b', { events: [load({ actual: at(-2), planned: at(-3) })] }, ft),
    ]);
    expect(content.events).toMatchObject([{ occurrence: 1, actual: at(-9), planned: at(-3) }]);
    expect(provenance[`event[${container}|LOBD|CNSHA|1].actual`]).toMatchObject({
      rule: 'precedence',
      others: [{ value: at(-2) }],
    });
  });

  test('a report reported twice is one, two visits are two', () => {
    const twice = (hours: number) =>
      fuseAll([
        buildRecord('a', { events: [load({ actual: at(-9) }), load({ actual: at(-9, hours), occurrence: 2 })] }),
      ]).content.events;
    expect(twice(0)).toHaveLength(1);
    expect(twice(48)).toHaveLength(1);
    expect(twice(49)).toMatchObject([
      { occurrence: 1, actual: at(-9) },
      { occurrence: 2, actual: at(-9, 49) },
    ]);
  });

  test('two visits that turn out to be one by the times that are shown are one', () => {
    const two = buildRecord('ft', { events: [load({ actual: at(1) }), load({ actual: at(4), occurrence: 2 })] }, ft);
    const nearer = buildRecord('carrier', { events: [load({ actual: at(2, 20) })] });
    expect(fuseAll([two]).content.events).toHaveLength(2);
    expect(fuseAll([two, nearer]).content.events).toMatchObject([{ occurrence: 1, actual: at(2, 20) }]);
  });

  test('a source that knows one of two visits speaks about the nearest', () => {
    const { content } = fuseAll([
      buildRecord('a', { events: [load({ actual: at(-20) }), load({ actual: at(-5), occurrence: 2 })] }),
      buildRecord('b', { events: [load({ actual: at(-6), vesselName: 'STAR' })] }, ft),
    ]);
    expect(content.events.map(({ vesselName }) => vesselName)).toEqual([null, 'STAR']);
  });

  test('a plan beside the fact belongs to the same milestone', () => {
    const events = [load({ planned: at(-20) }), load({ actual: at(-5), occurrence: 2 })];
    expect(fuseAll([buildRecord('a', { events })]).content.events).toMatchObject([
      { planned: at(-20), actual: at(-5) },
    ]);
  });

  test('a report without a port belongs to the only port known, with several it stays alone', () => {
    const unplaced = buildRecord('b', { events: [buildEvent(container, 'LOBD', null, { planned: at(-3) })] }, ft);
    expect(fuseAll([buildRecord('a', { events: [load({ actual: at(-2) })] }), unplaced]).content.events).toMatchObject([
      { portCode: 'CNSHA', planned: at(-3), actual: at(-2) },
    ]);
    const two = buildRecord('a', {
      events: [load({ actual: at(-2) }), buildEvent(container, 'LOBD', 'SGSIN', { actual: at(5) })],
    });
    expect(fuseAll([two, unplaced]).content.events).toHaveLength(3);
  });
});

describe('cut-offs', () => {
  const reported = (id: string, cutoffs: { code: string; time: number }[], values: Partial<SourceRecord> = {}) => {
    const record = buildRecord(id, {}, values);
    return { ...record, content: { ...record.content, cutoffs } };
  };

  test('are decided one by one, by trust and then by age; what nobody tells is left out', () => {
    const { content, provenance } = fuseAll([
      reported(
        'ft',
        [
          { code: 'VCO', time: at(3) },
          { code: 'DCO', time: at(1) },
        ],
        { ...ft, observedAt: at(5) },
      ),
      reported('rpa', [{ code: 'DCO', time: at(2) }], { sourceType: 'RPA' }),
      buildRecord('carrier', {}),
    ]);
    expect(content.cutoffs).toEqual([
      { code: 'DCO', time: at(2) },
      { code: 'VCO', time: at(3) },
    ]);
    expect(provenance['cutoff[DCO].time']).toMatchObject({
      rule: 'precedence',
      winner: { recordId: 'rpa' },
      others: [{ recordId: 'ft', value: at(1) }],
    });
    expect(fuseAll([buildRecord('carrier', {})]).content).not.toHaveProperty('cutoffs');
  });
});

describe('a source that knows the way only to a port of transhipment', () => {
  const feeder = buildLeg(1, 'CNSHA', 'SGSIN', { eta: at(5), ata: at(5) });
  const carrier = buildRecord('carrier', {
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'SGSIN', eta: at(5), plannedArrival: at(4), ata: at(5) },
    legs: [feeder],
  });
  const aggregator = buildRecord(
    'ft',
    {
      booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', eta: at(30) },
      legs: [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'NLRTM', { eta: at(30) })],
    },
    ft,
  );

  test('does not say where the cargo is discharged, nor when it comes there', () => {
    const { content, provenance } = fuseAll([carrier, aggregator]);
    expect(content.booking).toMatchObject({ portOfDischarge: 'NLRTM', eta: at(30), plannedArrival: null, ata: null });
    expect(content.legs.map(({ portOfDischarge, ata }) => [portOfDischarge, ata])).toEqual([
      ['SGSIN', at(5)],
      ['NLRTM', null],
    ]);
    expect(provenance['booking.portOfDischarge']).toMatchObject({
      rule: 'route',
      winner: { recordId: 'ft' },
      others: [{ recordId: 'carrier', value: 'SGSIN' }],
    });
  });

  test('is believed where nobody knows a way on, and when it is an expert', () => {
    expect(fuseAll([carrier]).content.booking).toMatchObject({ portOfDischarge: 'SGSIN', eta: at(5), ata: at(5) });
    const expert = { ...carrier, id: 'expert', sourceType: 'EXPERT' as const };
    expect(fuseAll([expert, aggregator]).content.booking.portOfDischarge).toBe('SGSIN');
  });
});
