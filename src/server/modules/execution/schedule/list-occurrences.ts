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
        .select(['o.id', 'o.tenant_id as tenantId', 'o.schedule_id as scheduleId', 's.schedule_name as scheduleName'])
        .select(['s.cron_zone as cronZone', 'o.process_id as processId', 'p.process_name as processName'])
        .select(['o.run_at as runTime', 'o.outcome', 'o.reason', 'o.detail', 'o.decided_at as decidedTime'])
        .select(['o.job_id as jobId', 'j.status as jobStatus'])
        .where('o.id', 'in', ids)
        .execute();
      return rows.map(({ id, tenantId, scheduleId, detail, ...row }) => ({
        ...row,
        occurrenceId: String(id),
        wlSchedulesId: String(scheduleId),
        processId: String(row.processId),
        tenantName: tenantName(tenantId, ctx.lang, reference()) ?? '',
        reasonText: reasonText({ ...row, detail, run_at: row.runTime, decided_at: row.decidedTime }, ctx.lang),
        jobId: row.jobId === null ? null : String(row.jobId),
      }));
    },
  });
