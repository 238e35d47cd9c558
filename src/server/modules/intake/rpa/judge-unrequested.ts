import { exceptionCauses, judgeSources, readDetectionSettings } from '#server/modules/exceptions/exception/index.ts';
import type { FailingSource } from '#server/modules/exceptions/exception/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { RpaTaskDeps } from './types.ts';

/** So long what only robots can ask for may wait before it is a problem of its source. */
const patienceMs = 24 * HOUR_MS;

type Row = {
  tenant_id: number;
  code: string;
  last_success_at: Instant | null;
  shipments: number;
  since: Instant;
};

/** Sources that robots should have asked a day ago and that none has asked since, as each tenant sees them. */
async function listUnasked({ database }: RpaTaskDeps, now: Instant): Promise<FailingSource[]> {
  const { rows } = await database.execute<Row>(
    `select ss.tenant_id, s.code, s.last_success_at, count(*)::int as shipments,
       greatest(min(ss.next_pull_at), s.last_success_at, s.last_failure_at) as since
     from source s join subscription_source ss on ss.source_id = s.id join subscription sub on sub.id = ss.subscription_id
     where s.protocol = 'rpa' and s.enabled and not sub.ended and not ss.stopped and ss.next_pull_at <= $1
       and (s.last_success_at is null or s.last_success_at <= $1) and (s.last_failure_at is null or s.last_failure_at <= $1)
     group by 1, 2, 3, s.last_failure_at order by 1, 2`,
    [new Date(now - patienceMs)],
  );
  return rows.map(({ tenant_id: tenantId, code, last_success_at: lastSuccessAt, shipments, since }) => ({
    tenantId,
    health: { sourceCode: code, consecutiveFailures: 0, lastSuccessAt, lastChangeAt: null, lastError: null },
    unrequested: { since, shipments },
  }));
}

/**
 * A source that only robots can ask and that none asks is one problem of the source, opened for each tenant that waits for it;
 * its shipments are not blamed. It ends with the next page that a robot brings.
 */
export async function judgeUnasked(deps: RpaTaskDeps): Promise<void> {
  const { database, pipeline } = deps;
  const now = deps.clock.now();
  await database.transaction(async () => {
    const failing = await listUnasked(deps, now);
    if (failing.length === 0) return;
    const settings = await readDetectionSettings(database);
    const news = await judgeSources(database, { failing, answering: [] }, now, deps.reference().rules, settings);
    for (const tenantId of new Set(news.map(({ subject }) => subject.tenantId)))
      await pipeline.publish({ tenantId, topic: 'exception', payload: { opened: news.length, resolved: 0 } });
    if (news.length > 0) await pipeline.notify?.(exceptionCauses(news, deps.reference()));
  });
}
