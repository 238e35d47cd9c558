import { type Executor, type Job, JobError, type JobTools, Stopped } from '../types.ts';

type Wanted = { carrierCode: string; subject: 'bill' | 'container'; subjectNo: string };
type Input = { site?: string; carrierCode?: string; most?: number; paths?: { bill?: string; container?: string } };
type Answer = { answerId: string; state: string; events: number };

const pageTimeoutMs = 20_000;

function addressOf(input: Input, wanted: Wanted): string {
  const path = input.paths?.[wanted.subject];
  if (input.site === undefined || path === undefined)
    throw new JobError('no_site', 'the input names no site, or no path for this kind of number');
  return `${input.site}${path.replace('{no}', encodeURIComponent(wanted.subjectNo))}`;
}

/** Looks at one page as it is and brings it: as an artefact of the job, and as an answer that parsers read. */
async function lookAt(wanted: Wanted, job: Job, tools: JobTools): Promise<Answer> {
  const address = addressOf((job.input ?? {}) as Input, wanted);
  const response = await fetch(address, {
    signal: AbortSignal.any([tools.stopping, AbortSignal.timeout(pageTimeoutMs)]),
  });
  if (response.status >= 500) throw new JobError('site_failed', `${address} was answered by ${response.status}`);
  const body = await response.text();
  const isHtml = (response.headers.get('content-type') ?? '').startsWith('text/html');
  await tools.artifact(
    `${wanted.subjectNo}.${isHtml ? 'html' : 'json'}`,
    isHtml ? 'text/html' : 'application/json',
    body,
  );
  return (await tools.call('/api/data-center/rpa/answers', {
    carrierCode: wanted.carrierCode,
    subject: wanted.subject,
    subjectNo: wanted.subjectNo,
    collectedAt: Date.now(),
    robotId: tools.robotName,
    jobId: job.jobId,
    contentType: isHtml ? 'html' : 'json',
    body,
  })) as Answer;
}

/**
 * Collects pages of a carrier's site: of the shipment the job is about, or else of those that are due, which the product says.
 * Input: `site` (address of the site), `paths` (by kind of number, with {no}), `carrierCode`, `most` pages.
 */
export const carrierPage: Executor = async (job, tools) => {
  const input = (job.input ?? {}) as Input;
  const { subscription } = job;
  const due =
    subscription === null
      ? ((await tools.call('/api/data-center/rpa/requests', {
          robotId: tools.robotName,
          carrierCode: input.carrierCode ?? null,
          limit: Math.max(1, Math.min(100, input.most ?? 20)),
        })) as Wanted[])
      : [subscription];
  tools.log('info', `${due.length} page(s) to look at`);
  const answers: Answer[] = [];
  for (const [place, wanted] of due.entries()) {
    if (tools.stopping.aborted) throw new Stopped();
    tools.progress((place / due.length) * 100, wanted.subjectNo);
    const answer = await lookAt(wanted, job, tools);
    tools.log(
      answer.state === 'parsed' ? 'info' : 'warn',
      `${wanted.carrierCode} ${wanted.subjectNo}: ${answer.state}, ${answer.events} events`,
    );
    answers.push(answer);
  }
  return {
    pages: answers.length,
    read: answers.filter(({ state }) => state === 'parsed' || state === 'partly').length,
  };
};
