import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { TraceContext } from './trace-context.ts';
import { Timeline } from './Timeline.tsx';
import { TraceHeader } from './TraceHeader.tsx';

const realFetch = globalThis.fetch;
beforeAll(async () => {
  const operators = [
    ['CRCT', 'rail', 'China Railway Container Transport', '中铁集装箱'],
    ['UPS', 'courier', 'UPS', 'UPS 快递'],
    ['CZ', 'air', 'China Southern Airlines', '中国南方航空'],
  ].map(([operatorCode, mode, operatorName, operatorNameCn]) => ({ operatorCode, mode, operatorName, operatorNameCn }));
  globalThis.fetch = (url) =>
    Promise.resolve(
      Response.json({ status: 1, msg: '', data: String(url).includes('queryAllOperator') ? operators : [] }),
    );
  await prepareDom();
  await loadTexts(['traceDetail', 'traceSharing']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

const traceOf = (mode: Mode, carrierCode: string): TraceDetail => ({
  mode,
  booking: { obmBkId: '1', carrierCode, polCode: 'CNXIY', podCode: 'DEDUI' } as unknown as TraceDetail['booking'],
  subscription: { inOutFlag: null } as TraceDetail['subscription'],
  places: {},
  containers: [],
  legs: [],
  track: [],
  way: null,
  vessel: null,
  position: null,
  flightPosition: null,
  forecast: null,
  etaHistory: [],
  provenance: {},
  sources: [],
  exceptions: [],
  boxes: null,
  withdrawn: null,
  now: Date.UTC(2026, 2, 10, 8),
  asOf: null,
});

test.each([
  ['rail', 'CRCT', '中铁集装箱', ['始发地', '目的地']],
  ['courier', 'UPS', 'UPS 快递', ['始发地', '目的地']],
  ['air', 'CZ', '中国南方航空', ['始发站', '目的站']],
  ['sea', 'MERI', 'MERI', ['起运港', '目的港']],
  ['domestic', 'SANJ', 'SANJ', ['起运港', '目的港']],
] as const)(
  'a trace by %s has the words of its mode, and the name of its operator',
  async (mode, code, name, roles) => {
    renderInApp(
      <TraceContext value={traceOf(mode, code)}>
        <TraceHeader />
      </TraceContext>,
    );
    expect(await screen.findByText(name)).toBeDefined();
    for (const role of roles) expect(screen.getByText(role)).toBeDefined();
  },
);

test('an estimate that has passed is marked as overdue, and of containers that travel apart it says how many have arrived', async () => {
  const trace = traceOf('sea', 'MERI');
  const hour = 3_600_000;
  const booking = {
    ...trace.booking,
    custEta: null,
    custEtaOverdue: trace.now - 30 * hour,
  } as unknown as TraceDetail['booking'];
  const done = { done: 1, first: trace.now - 50 * hour, last: trace.now + 60 * hour };
  const containers = { count: 3, departure: { ...done, done: 3 }, arrival: done };
  renderInApp(
    <TraceContext value={{ ...trace, booking, boxes: containers }}>
      <TraceHeader />
    </TraceContext>,
  );
  expect(await screen.findByText('3 个箱中 1 个已到港')).toBeDefined();
  expect(screen.getByText('已逾期')).toBeDefined();
  expect(screen.queryByText('预计')).toBeNull();
});

test('of a consignment that is handed over in parts it says how many pieces were, and nothing once all are', async () => {
  const trace = traceOf('air', 'CZ');
  const booking = { ...trace.booking, blNo: '999-00027716' };
  const handedOver = (receivedQuantity: number): TraceDetail => ({
    ...trace,
    booking,
    containers: [
      {
        containerNo: booking.blNo,
        quantity: 15,
        current: null,
        share: 0,
        stages: [],
        carriage: { vesselName: null, voyage: null, from: null, to: null, receivedQuantity },
      } as unknown as TraceDetail['containers'][number],
    ],
  });
  for (const [pieces, count] of [
    [6, 1],
    [15, 0],
  ] as const) {
    renderInApp(
      <TraceContext value={handedOver(pieces)}>
        <TraceHeader />
      </TraceContext>,
    );
    await screen.findByText('中国南方航空');
    expect(screen.queryAllByText(`15 件中 ${pieces} 件已交付`)).toHaveLength(count);
    cleanup();
  }
});

test('a stop and a milestone that are overdue are marked, and our forecast says what it goes by', async () => {
  const trace = traceOf('rail', 'CRCT');
  const hour = 3_600_000;
  const overdue = trace.now - 20 * hour;
  const ends = { vesselName: 'X8001', vesselImo: null, voyage: null, etd: null, atd: null, eta: null, ata: null };
  const legs = [
    { ...ends, sequence: 1, portOfLoading: 'XAN', portOfDischarge: 'ALK', etaOverdue: overdue },
    { ...ends, sequence: 2, portOfLoading: 'ALK', portOfDischarge: 'HAM' },
  ];
  const booking = {
    ...trace.booking,
    polCode: 'XAN',
    podCode: 'HAM',
    custEtaOverdue: overdue,
  } as unknown as TraceDetail['booking'];
  const forecast = { value: trace.now + 9 * hour, low: trace.now + hour, high: trace.now + 30 * hour, journeys: 24 };
  const milestone = {
    statusCode: 'RBA',
    nameCn: '到达口岸',
    nameEn: 'At the border',
    portCode: 'ALK',
    zone: null,
    place: null,
    vesselName: null,
    voyage: null,
    planned: overdue,
    estimated: null,
    actual: null,
    overdue,
    path: 'event[ALK].',
  };
  const container = {
    containerNo: 'W1',
    stages: [{ kind: 'border', index: 1, portCode: 'ALK', milestones: [milestone] }],
  } as unknown as TraceDetail['containers'][number];
  renderInApp(
    <TraceContext value={{ ...trace, booking, legs, forecast }}>
      <TraceHeader />
      <Timeline container={container} />
    </TraceContext>,
  );
  expect(await screen.findByText(/依据 24 次同线运输/)).toBeDefined();
  expect(screen.getAllByText('已逾期')).toHaveLength(3);
  expect(screen.getByRole('table').textContent).toContain('已逾期');
});
