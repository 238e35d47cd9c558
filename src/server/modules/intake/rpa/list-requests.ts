// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { workingJob } from './job-of-answer.ts';
import { admitRobot } from './keys.ts';

/** So long a robot has to bring what it was instructed to look at, by the machine's clock: robots are no faster in a fast world. */
const LEASE_MS = 10 * MINUTE_MS;

type Due = { id: number; site_url: string; carrier_code: string; subject: 'bill' | 'container'; subject_no: string };

/**
 * Tells a robot what to look at: shipments whose page is due, or wanted by a person, that nobody else looks at. One page
 * of two tenants' shipment is requested once.
 */
export async function listRequests({
  ctx,
  input,
  apiKey,
}: {
  ctx: Ctx;
  input: ParsedBody<'rpaRequests'>;
  apiKey: string | undefined;
}): Promise<CallData<'rpaRequests'>> {
  const robot = await admitRobot(ctx, apiKey);
  const job = input.jobId == null ? undefined : await workingJob(ctx.unscoped, robot.id, String(input.jobId));
  if (input.jobId != null && job === undefined) throw refused('robot.leaseLost', {}, { code: 'lease_lost' });
  const now = ctx.clock.now();
  const until = realClock.now() + LEASE_MS;
  const { rows } = await ctx.unscoped.execute<Due>(
    `with may as (
       select ss.id, ss.next_pull_at from source o
       cross join lateral (
         select t.id, t.next_pull_at from subscription_source t join subscription s on s.id = t.subscription_id
         where t.source_id = o.id and t.next_pull_at <= $3 and not s.ended and not t.stopped
           and ($2::bigint is null or t.tenant_id = $2) and (t.robot_until is null or t.robot_until <= $6)
         order by t.next_pull_at, t.id limit $4) ss
       where o.protocol = 'rpa' and o.enabled and ($1::text is null or o.carrier_code = $1)
       union
       select ss.id, ss.next_pull_at from pull_record p join subscription_source ss on ss.id = p.subscription_source_id
       join source o on o.id = ss.source_id
       where p.state = 'pending' and o.protocol = 'rpa' and o.enabled and ($1::text is null or o.carrier_code = $1)
         and ($2::bigint is null or ss.tenant_id = $2) and (ss.robot_until is null or ss.robot_until <= $6)),
     due as (
       select ss.id from may join subscription_source ss on ss.id = may.id
       where ss.robot_until is null or ss.robot_until <= $6
       order by may.next_pull_at nulls first, ss.id limit $4 for update of ss skip locked)
     update subscription_source ss set robot_until = $5 from due, subscription s, source o
     where ss.id = due.id and s.id = ss.subscription_id and o.id = ss.source_id
     returning ss.id, o.base_url as site_url, s.carrier_code, s.subject, case s.subject when 'bill' then s.bill_no else s.container_no end as subject_no`,
    [
      input.carrierCode?.toUpperCase() ?? null,
      job?.tenantId ?? robot.tenantId,
      new Date(now),
      input.limit,
      new Date(until),
      new Date(until - LEASE_MS),
    ],
  );
  const once = new Map(rows.map((row) => [`${row.carrier_code} ${row.subject} ${row.subject_no}`, row]));
  return [...once.values()]
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      requestId: String(row.id),
      carrierCode: row.carrier_code,
      subject: row.subject,
      subjectNo: row.subject_no,
      siteUrl: row.site_url || null,
      until,
    }));
}
