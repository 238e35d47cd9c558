import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { sourceReports } from './down-sources.ts';
import type { Target, TargetUpdate } from './queries.ts';
import type { Work } from './targets.ts';

const t0 = Date.UTC(2026, 5, 10);

/** A target of a source whose last three requests failed, with its update. */
const failed = (id: number, lastSuccessAt: number): { work: Work; update: TargetUpdate } => {
  const target = {
    id,
    tenant_id: 1,
    source_code: 'dcsa:MERI',
    source_failures: 8,
    source_success_at: t0 - HOUR_MS,
    last_success_at: lastSuccessAt,
    last_change_at: null,
  } as Target;
  const outcome = { kind: 'failure', subscriptionSourceId: id, requestedAt: t0, reason: 'server', detail: '' } as const;
  return {
    work: { outcome, target, changed: false, hash: null, rawAnswerId: null } as unknown as Work,
    update: { id, failures: 3, error: 'server: ', success_at: null } as TargetUpdate,
  };
};

test('a source that answers nobody tells when it last answered anybody, not when one shipment was last requested', () => {
  const all = [failed(1, t0 - 2 * DAY_MS), failed(2, t0 - HOUR_MS)];
  const updates = new Map(all.map(({ update }) => [update.id, update]));
  const { failing, answering } = sourceReports(
    all.map(({ work }) => work),
    updates,
  );
  expect(answering).toEqual([]);
  expect(failing).toMatchObject([
    { tenantId: 1, health: { sourceCode: 'dcsa:MERI', consecutiveFailures: 3, lastSuccessAt: t0 - HOUR_MS } },
  ]);
});
