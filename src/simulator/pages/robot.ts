import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Instant } from '#shared/time/instant.ts';

/** What the product wants looked at, as it tells robots. */
type Wanted = { requestId: string; carrierCode: string; subject: 'bill' | 'container'; subjectNo: string };

/** Where a robot works. */
type Employer = { baseUrl: string; key: string };

/** What a robot works with. */
export type RobotOptions = { now: () => Instant; stopping: AbortSignal; everyMs?: number };

const ROBOT_ID = 'wali-01';
/** Pages looked at in one go. */
const BATCH = 20;
const TIMEOUT_MS = 10_000;

function pathOf({ carrierCode, subject, subjectNo }: Wanted): string {
  const no = encodeURIComponent(subjectNo);
  if (carrierCode === 'WILL') return `/sites/WILL/cargo?${subject === 'bill' ? 'bl' : 'container'}=${no}`;
  return subject === 'bill' ? `/sites/ZEPH/shipment?bl=${no}` : `/sites/ZEPH/container?container=${no}`;
}

function readEmployer(body: unknown): Employer | undefined {
  const { baseUrl, key } = (body ?? {}) as Record<string, unknown>;
  return typeof baseUrl === 'string' && URL.canParse(baseUrl) && typeof key === 'string' ? { baseUrl, key } : undefined;
}

/**
 * A robot that can be hired by POST /robot {baseUrl, key}: it asks its employer what to look at, looks at the carriers'
 * pages, and brings what it saw as it is. It knows nothing of the shipments.
 */
export function startRobot(
  app: FastifyInstance,
  { now, stopping, everyMs = 3_000 }: RobotOptions,
): { workNow: () => Promise<number>; stop: () => Promise<void> } {
  let employer: Employer | undefined;
  let working: Promise<number> = Promise.resolve(0);
  app.post('/robot', (request, reply) => {
    const found = readEmployer(request.body);
    if (found === undefined) return reply.code(400).send({ error: 'baseUrl and key are needed' });
    employer = found;
    return reply.code(204).send();
  });
  const signal = (): AbortSignal => AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
  const post = async ({ baseUrl, key }: Employer, call: string, body: object): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/api/data-center/rpa/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', source: 'WaliRobot', 'api-key': key },
      body: JSON.stringify(body),
      signal: signal(),
    });
    if (!response.ok) throw new Error(`${call} was answered by ${response.status}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  const lookAt = async (wanted: Wanted, at: Employer): Promise<void> => {
    const { port } = app.server.address() as AddressInfo;
    const page = await fetch(`http://127.0.0.1:${port}${pathOf(wanted)}`, { signal: signal() });
    const isHtml = (page.headers.get('content-type') ?? '').startsWith('text/html');
    await post(at, 'answers', {
      carrierCode: wanted.carrierCode,
      subject: wanted.subject,
      subjectNo: wanted.subjectNo,
      collectedAt: now(),
      robotId: ROBOT_ID,
      jobId: `${wanted.requestId}-${now()}`,
      contentType: isHtml ? 'html' : 'json',
      body: await page.text(),
    });
  };
  const work = async (): Promise<number> => {
    if (employer === undefined || stopping.aborted) return 0;
    const wanted = (await post(employer, 'requests', { robotId: ROBOT_ID, limit: BATCH })) as Wanted[];
    for (const one of wanted) await lookAt(one, employer);
    return wanted.length;
  };
  const run = (): Promise<number> => {
    // Whoever does not answer is asked again next time.
    working = working.then(work).catch(() => 0);
    return working;
  };
  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return {
    workNow: run,
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}
