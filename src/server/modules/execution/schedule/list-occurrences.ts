import { sql, type SqlBool } from 'kysely';
import type { Outcome } from '#domain/execution/schedule/plan.ts';
import { occurrencesList } from '#lists/occurrences.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { reasonText } from './reason-text.ts';

const from = (ctx: Ctx) =>
  ctx.db
    .selectFrom('occurrence as o')
    .innerJoin('tenant as t', 't.id', 'o.tenant_id')
    .leftJoin('schedule as s', 's.id', 'o.schedule_id')
    .leftJoin('process as p', 'p.id', 'o.process_id');

/** What became of the runs of the caller's schedules. */
export const occurrencesSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(occurrencesList, {
    from,
    id: 'o.id',
    columns: {
      runTime: 'o.run_at',
      decidedTime: 'o.decided_at',
      scheduleName: 's.schedule_name',
      processName: 'p.process_name',
      tenantName: 't.name',
      wlSchedulesId: 'o.schedule_id',
      subscriptionId: 's.subscription_id',
    },
    where: {
      outcome: (outcome: Outcome) => sql<SqlBool>`o.outcome = ${outcome}`,
      tenantName: (text: string) =>
        sql<SqlBool>`(t.name ilike ${containingPattern(text)} or t.name_en ilike ${containingPattern(text)})`,
    },
    tabColumn: 'o.outcome',
    load: async (ctx, ids) => {
      const rows = await from(ctx)
        .leftJoin('job as j', 'j.id', 'o.job_id')
        .select(['o.id', 'o.tenant_id', 'o.schedule_id', 's.schedule_name', 's.cron_zone', 'o.process_id'])
        .select(['p.process_name', 'o.run_at', 'o.outcome', 'o.reason', 'o.detail', 'o.decided_at', 'o.job_id'])
        .select('j.status as job_status')
        .where('o.id', 'in', ids)
        .execute();
      return rows.map((row) => ({
        occurrenceId: String(row.id),
        wlSchedulesId: String(row.schedule_id),
        scheduleName: row.schedule_name,
        cronZone: row.cron_zone,
        processId: String(row.process_id),
        processName: row.process_name,
        tenantName: tenantName(row.tenant_id, ctx.lang, reference()) ?? '',
        runTime: row.run_at,
        outcome: row.outcome,
        reason: row.reason,
        reasonText: reasonText(row, ctx.lang),
        decidedTime: row.decided_at,
        jobId: row.job_id === null ? null : String(row.job_id),
        jobStatus: row.job_status,
      }));
    },
  });
