import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { Promised } from './ExpressDetailPage.tsx';
import { TraceContext } from './trace-context.ts';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['traceDetail', 'traceSharing', 'landDetail']);
});
afterEach(cleanup);

const now = Date.UTC(2026, 1, 5);
const by = Date.UTC(2026, 1, 4, 18, 30);

/** A parcel of which the courier stated these values; `ata`: when it was delivered. */
const traceOf = (message: Record<string, unknown>, ata: number | null): TraceDetail =>
  ({
    mode: 'courier',
    booking: { obmBkId: '1', podCode: 'RENO NV US', ata },
    places: { 'RENO NV US': { zone: 'America/Los_Angeles' } },
    provenance: Object.fromEntries(
      Object.entries(message).map(([name, value]) => [
        `booking.${name}`,
        { rule: 'only', winner: { value, sourceNameCn: 'FedEx', sourceNameEn: 'FedEx' }, others: [] },
      ]),
    ),
    now,
    asOf: null,
  }) as unknown as TraceDetail;

test.each([
  [
    'kept',
    { serviceCode: 'Overnight', plannedArrival: by, eta: by },
    by - 1,
    ['Overnight', '承诺送达', '实际送达', '按承诺送达'],
  ],
  ['late', { plannedArrival: by, eta: by }, by + 3_600_000, ['承诺送达', '实际送达', '晚于承诺送达']],
  ['not yet', { plannedArrival: now + 1, eta: now + 9_000 }, null, ['承诺送达', '预计送达', '已晚于或将晚于承诺']],
  ['no promise', { serviceCode: 'Ground', eta: by }, null, ['Ground', '预计送达', '快递公司没有给出承诺的送达时间']],
])('what a courier promised is shown against what became of it: %s', (_, message, ata, texts) => {
  renderInApp(
    <TraceContext value={traceOf(message, ata)}>
      <Promised />
    </TraceContext>,
  );
  for (const text of texts) expect(screen.getAllByText(text).length).toBeGreaterThan(0);
});

test('a parcel of which neither service nor promise is known has no such part', () => {
  renderInApp(
    <TraceContext value={traceOf({}, null)}>
      <Promised />
    </TraceContext>,
  );
  expect(screen.queryByText('送达承诺')).toBeNull();
});
