import type { CallData, ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { admitRobot } from './keys.ts';

/** So long a robot has to bring what it was told to look at. */
const LEASE_MS = 10 * MINUTE_MS;

type Due = { id: number; carrier_code: string; subject: 'bill' | 'container'; subject_no: string };

/**
 * Tells a robot what to look at: shipments whose page is due, or wanted by a person, that nobody else looks at. One page
 * of two tenants' shipment is asked for once.
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
  const now = ctx.clock.now();
  const until = now + LEASE_MS;
  const { rows } = await ctx.database.execute<Due>(
    `with due as (
       select ss.id from source o join subscription_source ss on ss.source_id = o.id
       join subscription s on s.id = ss.subscription_id
       where o.protocol = 'rpa' and o.enabled and ($1::text is null or o.carrier_code = $1)
         and ($2::bigint is null or ss.tenant_id = $2) and (ss.robot_until is null or ss.robot_until <= $3)
         and (ss.next_pull_at <= $3 and not s.ended and not ss.stopped
           or exists (select from pull_record p where p.subscription_source_id = ss.id and p.state = 'pending'))
       order by ss.next_pull_at nulls first, ss.id limit $4 for update of ss skip locked)
     update subscription_source ss set robot_until = $5 from due, subscription s
     where ss.id = due.id and s.id = ss.subscription_id
     returning ss.id, s.carrier_code, s.subject, case s.subject when 'bill' then s.bill_no else s.container_no end as subject_no`,
    [input.carrierCode?.toUpperCase() ?? null, robot.tenantId, new Date(now), input.limit, new Date(until)],
  );
  const once = new Map(rows.map((row) => [`${row.carrier_code} ${row.subject} ${row.subject_no}`, row]));
  return [...once.values()]
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      requestId: String(row.id),
      carrierCode: row.carrier_code,
      subject: row.subject,
      subjectNo: row.subject_no,
      until,
    }));
}
