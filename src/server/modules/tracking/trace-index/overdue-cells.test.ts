import { expect, test } from 'vitest';
import { airTraceSource } from '#server/modules/tracking/air/air-trace-source.ts';
import { expressSource, roadSource, trainSource } from '#server/modules/tracking/land/sources.ts';
import { domesticTraceSource, traceIndexSource } from './index.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- places have their zones, so nothing is requested from the caller
const none: any = undefined;
// oxlint-disable-next-line typescript/no-explicit-any -- cells ask for the language alone
const ctx: any = { lang: 'en' };
const day = Date.UTC(2026, 2, 1, 12);
const planned = { plannedDeparture: day, plannedArrival: day, etd: null, eta: null, atd: null, ata: null };
const zones = { originZone: 'UTC', destinationZone: 'UTC', polZone: 'UTC', podZone: 'UTC' };

test.each([traceIndexSource, domesticTraceSource, airTraceSource, expressSource, trainSource, roadSource])(
  'a file shows a plan that is overdue no more than its list does (%o)',
  (sourceOf) => {
    const { departure, arrival } = sourceOf(() => none).cells ?? {};
    const cellsOf = (overdue: number | null) =>
      [departure, arrival].map((cell) =>
        cell?.({ ...planned, ...zones, etdOverdue: overdue, etaOverdue: overdue }, ctx),
      );
    for (const cell of cellsOf(null)) expect(cell).toContain('2026-03-01');
    for (const cell of cellsOf(day)) expect(cell).not.toContain('2026');
  },
);
