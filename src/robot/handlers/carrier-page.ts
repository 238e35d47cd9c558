import { fieldsOf } from '../fields.ts';
import { type Executor, type Job, JobError, type JobTools, Stopped } from '../types.ts';

type Wanted = { carrierCode: string; subject: 'bill' | 'container'; subjectNo: string; siteUrl: string | null };
type Input = { site?: string; carrierCode?: string; most?: number; paths?: { bill?: string; container?: string } };
/** What the product made of a page. */
type Answer = { state: unknown; events: unknown };

const pageTimeoutMs = 20_000;

const inputOf = (job: Job): Input => (job.input ?? {}) as Input;

function addressOf(input: Input, wanted: Wanted): string {
  const path = input.paths?.[wanted.subject];
  const site = input.site ?? wanted.siteUrl;
  if (site == null || path === undefined)
    throw new JobError('no_site', 'no site is known, or the input has no path for this kind of number');
  return `${site}${path.replace('{no}', encodeURIComponent(wanted.subjectNo))}`;
}

/** Looks at one page and brings it as it is: parsers read it. */
async function lookAt(wanted: Wanted, job: Job, tools: JobTools): Promise<Answer> {
  const address = addressOf(inputOf(job), wanted);
  const response = await fetch(address, {
    signal: AbortSignal.any([tools.stopping, AbortSignal.timeout(pageTimeoutMs)]),
  });
  if (response.status >= 500) throw new JobError('site_failed', `${address} was answered by ${response.status}`);
  const body = await response.text();
  const collectedAt = Date.now();
  const isHtml = (response.headers.get('content-type') ?? '').startsWith('text/html');
  const answer = await tools.call('/api/data-center/rpa/answers', {
    carrierCode: wanted.carrierCode,
    subject: wanted.subject,
    subjectNo: wanted.subjectNo,
    collectedAt,
    sentAt: Date.now(),
    robotId: tools.robotName,
    jobId: job.jobId,
    contentType: isHtml ? 'html' : 'json',
    body,
  });
  const { state, events } = fieldsOf(answer);
  return { state, events };
}

/**
 * Collects pages of a carrier's site: of the shipment the job is about, or else of those that are due, which the product says.
 * Input: `paths` (by kind of number, with {no}), `carrierCode`, `most` pages, `site` where it is not the one the product knows.
 */
export const carrierPage: Executor = async (job, tools) => {
  const input = inputOf(job);
  const { subscription } = job;
  const due =
    subscription === null
      ? ((await tools.call('/api/data-center/rpa/requests', {
          robotId: tools.robotName,
          jobId: job.jobId,
          carrierCode: input.carrierCode ?? null,
          limit: Math.max(1, Math.min(100, input.most ?? 20)),
        })) as Wanted[])
      : [subscription];
  tools.log('info', `${due.length} page(s) to look at`);
  const answers: Answer[] = [];
  let failed: JobError | undefined;
  for (const [place, wanted] of due.entries()) {
    if (tools.stopping.aborted) throw new Stopped();
    tools.progress((place / due.length) * 100, wanted.subjectNo);
    try {
      const answer = await lookAt(wanted, job, tools);
      tools.log(
        answer.state === 'parsed' ? 'info' : 'warn',
        `${wanted.carrierCode} ${wanted.subjectNo}: ${answer.state}, ${answer.events} events`,
      );
      answers.push(answer);
    } catch (error) {
      // One page that the site does not show holds up no other.
      if (!(error instanceof JobError)) throw error;
      tools.log('warn', error.message);
      failed = error;
    }
  }
  if (failed !== undefined && answers.length === 0) throw failed;
  return {
    pages: answers.length,
    read: answers.filter(({ state }) => state === 'parsed' || state === 'partly').length,
    failed: due.length - answers.length,
  };
};
