import type { FastifyInstance } from 'fastify';
import { createRandom } from '#shared/random/prng.ts';
import { asRecord } from '#shared/values/objects.ts';
import { type Line, openLine } from './line.ts';
import { type RobotProcess, startRobotProcess } from './robot-process.ts';

type Hired = { baseUrl: string; robots: { key: string; unreliable: boolean }[] };

const lateMs = 4_000;
/** Between two troubles of the unreliable robot; what lasts longer than the product waits for a robot costs it its job. */
const quietMs = { min: 90_000, max: 240_000 };
const troubles = [
  { state: 'die', lastsMs: 0 },
  { state: 'late', lastsMs: 60_000 },
  { state: 'silent', lastsMs: 150_000 },
  { state: 'cut', lastsMs: 150_000 },
] as const;

function readHired(body: unknown): Hired | undefined {
  const { baseUrl, robots } = asRecord(body);
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !Array.isArray(robots)) return undefined;
  const known = robots.flatMap((robot: unknown) => {
    const { key, unreliable } = asRecord(robot);
    return typeof key === 'string' ? [{ key, unreliable: unreliable === true }] : [];
  });
  return { baseUrl, robots: known };
}

/** Gives a robot one trouble after another: it dies, answers late, hangs, loses its network. */
function trouble(robot: RobotProcess, line: Line, seed: string): () => void {
  const random = createRandom(seed).fork('robots');
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(begin, random.int(quietMs.min, quietMs.max)).unref();
  };
  const begin = (): void => {
    const { state, lastsMs } = random.pick(troubles);
    if (state === 'die') robot.die();
    else line.set(state);
    timer = setTimeout(() => {
      if (state !== 'die') line.set('open');
      next();
    }, lastsMs).unref();
  };
  next();
  return () => clearTimeout(timer);
}

/**
 * Robots that can be hired by POST /robot {baseUrl, robots: [{key, unreliable}]}: each is an agent in a process of its own that
 * takes jobs from its employer. They know nothing of the shipments. Hired by the same again they stay as they are.
 */
export function addRobots(app: FastifyInstance, { seed, enabled }: { seed: string; enabled: boolean }) {
  let hired = '';
  let ends: (() => Promise<void>)[] = [];
  let changing: Promise<void> = Promise.resolve();
  const dismiss = async (): Promise<void> => {
    await Promise.all(ends.splice(0).map((end) => end()));
  };
  const hire = async ({ baseUrl, robots }: Hired): Promise<void> => {
    await dismiss();
    for (const { key, unreliable } of robots) {
      const line = unreliable && baseUrl.startsWith('http:') ? await openLine(new URL(baseUrl), lateMs) : undefined;
      const robot = startRobotProcess({ server: line?.url ?? baseUrl, key });
      const calm = line === undefined ? undefined : trouble(robot, line, seed);
      ends.push(async () => {
        calm?.();
        await robot.stop();
        await line?.stop();
      });
    }
  };
  app.post('/robot', async (request, reply) => {
    const wanted = readHired(request.body);
    if (wanted === undefined) return reply.code(400).send({ error: 'baseUrl and robots are needed' });
    const description = JSON.stringify(wanted);
    if (enabled && description !== hired) {
      hired = description;
      changing = changing.then(() => hire(wanted));
      await changing;
    }
    return reply.code(204).send();
  });
  return {
    stop: async () => {
      await changing;
      await dismiss();
      ends = [];
    },
  };
}
