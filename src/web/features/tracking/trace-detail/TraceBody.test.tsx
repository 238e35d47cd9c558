import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { setLang } from '#web/i18n/index.ts';
import { TraceBody } from './TraceBody.tsx';
import { TraceContext } from './trace-context.ts';

const now = Date.UTC(2026, 2, 10, 8);
const realFetch = globalThis.fetch;

beforeAll(async () => {
  globalThis.fetch = () => Promise.resolve(Response.json({ status: 1, msg: '', data: [] }));
  await prepareDom();
  await loadTexts(['traceDetail', 'traceSharing']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

const source = {
  code: 'dcsa:MERI',
  nameCn: '墨里航运接口',
  nameEn: 'Meri API',
  sourceType: 'CARRIER',
  bkId: '1',
  lastSuccessTime: now,
  lastChangeTime: now,
  nextPullTime: null,
  nextPullWhy: null,
  consecutiveFailures: 0,
  lastError: null,
};

/** A shipment of which neither route nor cargo is known. */
const empty = (withdrawn: TraceDetail['withdrawn']): TraceDetail => ({
  mode: 'sea',
  booking: { obmBkId: '1' } as TraceDetail['booking'],
  subscription: {} as TraceDetail['subscription'],
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
  sources: [source],
  exceptions: [],
  boxes: null,
  withdrawn,
  now,
  asOf: null,
});

function show(trace: TraceDetail): { refreshed: number; shown: number[] } {
  const seen = { refreshed: 0, shown: [] as number[] };
  renderInApp(
    <TraceContext value={trace}>
      <TraceBody onRefresh={() => (seen.refreshed += 1)} onAsOf={(asOf) => seen.shown.push(asOf)} />
    </TraceContext>,
  );
  return seen;
}

test('data that were taken back: who did it and when, what was known before, and the sources beside it', async () => {
  const time = Date.UTC(2026, 2, 9, 4);
  const seen = show(empty({ time, sourceCodes: ['dcsa:MERI'] }));
  expect(screen.getByText('数据已被撤回')).toBeDefined();
  expect(screen.getByText(/墨里航运接口已于 2026-03-09 .+ 撤回/)).toBeDefined();
  expect(screen.queryByText(/还在处理中/)).toBeNull();
  expect(screen.getByRole('tab', { name: '数据来源' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('tab', { name: '异常' })).toBeDefined();
  expect(screen.getByRole('tabpanel', { name: '数据来源' }).textContent).toContain('墨里航运接口');
  await userEvent.click(screen.getByRole('button', { name: '查看撤回前的情况' }));
  expect(seen.shown).toEqual([time - 1]);
});

test('the flight says where it was heard last, when, and by which receiver', async () => {
  const flightPosition = {
    flight: 'BA12',
    callsign: 'BAW12',
    fixTime: now - 3_600_000,
    lon: -0.45,
    lat: 51.47,
    altitudeFt: 36_000,
  };
  show({
    ...empty(null),
    mode: 'air',
    flightPosition: { ...flightPosition, speed: 482.5, course: null, heardBy: 'sbs://pi:30003' },
  });
  const box = screen.getByRole('region', { name: '航班位置（ADS-B）' });
  expect(box.textContent).toMatch(/BA12 航班位置（ADS-B） 1 ?小时前/);
  expect(box.textContent).toContain('高度 36000 英尺');
  expect(box.textContent).toContain('数据来源：sbs://pi:30003（呼号 BAW12）');
  await setLang('en');
  expect(screen.getByRole('region', { name: 'Position of the flight (ADS-B)' }).textContent).toContain(
    'altitude 36000 ft',
  );
  await setLang('zh');
});

test('data that have not come yet are being processed, and the sources are there too', async () => {
  const seen = show(empty(null));
  expect(screen.getByText(/还在处理中/)).toBeDefined();
  expect(screen.queryByText('数据已被撤回')).toBeNull();
  expect(screen.getByRole('tabpanel', { name: '数据来源' }).textContent).toContain('墨里航运接口');
  await userEvent.click(screen.getByRole('button', { name: /刷\s*新/ }));
  expect(seen.refreshed).toBe(1);
});

test('what a source warns of stands beside our own exceptions, with which source stated it and when', () => {
  const claim = {
    recordId: '7',
    sourceType: 'FT',
    sourceCode: 'ft',
    sourceNameCn: '飞驼',
    sourceNameEn: 'Freightower',
  };
  const winner = { ...claim, value: Date.UTC(2026, 0, 9, 21), observedAt: now } as never;
  const path = 'warning[MERU1234567|WDUMP|CNSHA].time';
  const ft = { ...source, code: 'ft', nameCn: '飞驼', nameEn: 'Freightower', sourceType: 'FT' };
  show({
    ...empty(null),
    sources: [ft],
    exceptions: [{ obmAutotestResultId: '1', open: 1, severity: 'high', testPurposeName: '甩柜' } as never],
    provenance: { [path]: { rule: 'only', winner, others: [] } },
  });
  const section = screen.getByRole('region', { name: '数据源的提示（不是本系统的规则判断）' });
  expect(section.textContent).toContain('飞驼也提示：甩柜');
  expect(section.textContent).toMatch(/MERU1234567 · .*2026-01-/);
  expect(screen.getByText('甩柜').closest('section')).toBeNull();
});
