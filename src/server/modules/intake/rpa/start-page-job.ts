import { createJob, type JobActor, type JobDeps } from '#server/modules/execution/job/index.ts';
import { asRecord } from '#shared/values/objects.ts';

/** What people ask for goes before what is collected by schedule. */
const requestedPriority = 90;

type Collecting = { process_id: number; input: string | null };

/** Whether a schedule collects the pages of a carrier, by the input that its jobs are given. */
function collects(input: string | null, carrierCode: string): boolean {
  try {
    return asRecord(JSON.parse(input ?? 'null'))['carrierCode'] === carrierCode;
  } catch {
    return false;
  }
}

/**
 * Starts a job that looks at the page of one shipment now, by the process that collects the pages of its carrier for its tenant;
 * gives the id of the job. Undefined where no process does: then the shipment waits for a robot that asks what is wanted. While a job
 * of the shipment is open there is no second one.
 */
export async function startPageJob(
  deps: JobDeps,
  { subscriptionId, actor }: { subscriptionId: number; actor: JobActor },
): Promise<number | undefined> {
  const { database } = deps;
  const [subscription] = await database.query<{ tenant_id: number; carrier_code: string; job_id: number | null }>(
    `select s.tenant_id, s.carrier_code, (select j.id from job j where j.subscription_id = s.id
       and j.status in ('Pending', 'Running', 'Stopping') order by j.id limit 1) as job_id
     from subscription s where s.id = $1`,
    [subscriptionId],
  );
  if (subscription === undefined) return undefined;
  if (subscription.job_id !== null) return subscription.job_id;
  const collecting = await database.query<Collecting>(
    `select c.process_id, c.input from schedule c join process p on p.id = c.process_id
       join package k on k.id = p.package_id
     where c.tenant_id = $1 and c.schedule_status = 'Running' and c.subscription_id is null and k.package_type = 'TRACKING'
       and c.input is not null order by c.id`,
    [subscription.tenant_id],
  );
  const found = collecting.find(({ input }) => collects(input, subscription.carrier_code));
  if (found === undefined) return undefined;
  const job = await createJob(deps, {
    processId: found.process_id,
    source: actor.kind === 'user' ? 'Manual' : 'TimeTrigger',
    actor,
    priority: requestedPriority,
    input: JSON.parse(found.input ?? '{}') as unknown,
    subscriptionId,
  });
  return job.id;
}
