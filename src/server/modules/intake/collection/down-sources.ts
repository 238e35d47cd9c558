import type { FailingSource, SourceReports } from '#server/modules/exceptions/exception/index.ts';
import { wasQueried } from './outcomes.ts';
import type { Target, TargetUpdate } from './queries.ts';
import type { Work } from './targets.ts';

/** Whether a source has answered nobody since it began to fail for a target; the failure of this batch may not be counted yet. */
export const isDown = (target: Target, failures: number): boolean =>
  failures > 0 && target.source_failures + 1 >= failures;

/** Which sources answered in a batch, and which answer nobody: for each tenant what its worst target says. */
export function sourceReports(work: readonly Work[], updates: ReadonlyMap<number, TargetUpdate>): SourceReports {
  const requested = work.filter(({ outcome }) => wasQueried(outcome));
  // A tenant that is requested with keys of its own is judged by how the source answers these.
  const ownerOf = ({ target }: Work): number | null => (target.key_owner === 'tenant' ? target.tenant_id : null);
  const answering = new Map(
    requested
      .filter(({ outcome }) => outcome.kind !== 'failure')
      .map((item) => {
        const answer = { sourceCode: item.target.source_code, tenantId: ownerOf(item) };
        return [`${answer.sourceCode} ${answer.tenantId ?? ''}`, answer] as const;
      }),
  );
  const worst = new Map<string, FailingSource>();
  for (const item of requested) {
    const { outcome, target } = item;
    const { source_code: sourceCode, tenant_id: tenantId } = target;
    const update = updates.get(target.id);
    // Our own fault does not count against the source.
    if (outcome.kind !== 'failure' || outcome.reason === 'internal' || update === undefined) continue;
    if (answering.has(`${sourceCode} ${ownerOf(item) ?? ''}`) || !isDown(target, update.failures)) continue;
    const name = `${tenantId} ${sourceCode}`;
    if ((worst.get(name)?.health.consecutiveFailures ?? 0) >= update.failures) continue;
    const health = {
      sourceCode,
      consecutiveFailures: update.failures,
      // Of the source: a shipment that was seldom requested says nothing of the others.
      lastSuccessAt: target.source_success_at ?? target.last_success_at,
      lastChangeAt: target.last_change_at,
      lastError: update.error,
    };
    worst.set(name, { tenantId, health });
  }
  return { failing: [...worst.values()], answering: [...answering.values()] };
}
