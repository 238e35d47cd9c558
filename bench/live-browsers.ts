/**
 * What one web process holds with 1,000 live browsers, each with a session and a stream of its own, and how soon a message reaches
 * all of them. On PostgreSQL; a message names 200 shipments, ten a second for a minute, and one browser in a hundred reads nothing.
 * Options: --small (200 browsers, 10 seconds), --browsers=1000.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken } from '#server/platform/crypto/index.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { spread } from './support/ask.ts';
import { numberOf } from './support/options.ts';
import { startProductProcess } from './support/product.ts';
import { isSmall, report, rounded } from './support/report.ts';

const browsers = numberOf('browsers', isSmall() ? 200 : 1_000);
const seconds = isSmall() ? 10 : 60;
const messagesASecond = 10;
const deafEvery = 100;
const goalMb = 600;
const mebi = 1024 * 1024;
const day = 86_400_000;

/** Users with sessions, as sign-ins make them; gives the cookies. */
async function openSessions(database: Database, tenantId: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let number = 0; number < browsers; number += 1) {
    const { id } = await buildUser(database, { tenantId, userCode: `live-${number}`, menus: ['/exceptions'] });
    const token = randomBytes(32).toString('base64url');
    await database.execute(
      `insert into session (token_hash, user_id, created_at, expires_at, last_seen_at, ip, user_agent)
       values ($1, $2, now(), $3, now(), '127.0.0.1', 'bench')`,
      [hashToken(token), id, new Date(Date.now() + day)],
    );
    cookies.push(`portolan_session=${token}`);
  }
  return cookies;
}

/** The stream of one browser; `onMessage` is called for each message with the moment it was sent at. */
function openStream(
  url: string,
  cookie: string,
  agent: Agent,
  onMessage?: (sentAt: number) => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/live?openMs=0`, { agent, headers: { cookie, accept: 'text/event-stream' } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`no live stream: ${answer.statusCode}`));
      // A reader that is not there: what is sent to it stays with the process or in the socket.
      if (onMessage === undefined) return resolve(answer);
      let left = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        const frames = (left + chunk).split('\n\n');
        left = frames.pop() ?? '';
        for (const frame of frames) {
          const sentAt = /"sentAt":(\d+)/.exec(frame)?.[1];
          if (sentAt !== undefined) onMessage(Number(sentAt));
        }
      });
      resolve(answer);
    }).on('error', reject);
  });
}

const residentMb = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024) / mebi;

async function measure(database: Database, url: string, pid: number, cookies: readonly string[], tenantId: number) {
  const agent = new Agent({ maxSockets: Infinity });
  const tookMs: number[] = [];
  const alone = residentMb(pid);
  const answers: IncomingMessage[] = [];
  for (const [number, cookie] of cookies.entries()) {
    const hears = number % deafEvery === 0 ? undefined : (sentAt: number) => void tookMs.push(Date.now() - sentAt);
    answers.push(await openStream(url, cookie, agent, hears));
  }
  const open = residentMb(pid);
  let maxMb = open;
  const subscriptionIds = Array.from({ length: 200 }, (_, index) => String(1_000_000 + index));
  const messages = seconds * messagesASecond;
  for (let sent = 0; sent < messages; sent += 1) {
    await publish(database, { tenantId, topic: 'shipment', payload: { sentAt: Date.now(), subscriptionIds } });
    maxMb = Math.max(maxMb, residentMb(pid));
    await sleep(1_000 / messagesASecond);
  }
  const wanted = messages * (browsers - Math.ceil(browsers / deafEvery));
  for (let waited = 0; waited < 100 && tookMs.length < wanted; waited += 1) await sleep(100);
  for (const answer of answers) answer.destroy();
  return { alone, open, maxMb, tookMs, wanted };
}

const server = await startTemporaryPostgres();
if (server === undefined) report([]);
else {
  const database = await openDatabase({ url: server.url, poolSize: 2, log: silentLog });
  await migrate(database);
  const tenant = await buildTenant(database);
  const cookies = await openSessions(database, tenant.id);
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  try {
    const { alone, open, maxMb, tookMs, wanted } = await measure(
      database,
      product.url,
      product.pid,
      cookies,
      tenant.id,
    );
    const { middle, p95 } = spread(tookMs);
    const figure = { beside: '-', ratio: '-' };
    report([
      {
        ...figure,
        name: `memory of a web process with ${browsers} live browsers`,
        goal: `<= ${goalMb} MB`,
        measured: `${Math.round(maxMb)} MB at most; ${Math.round(alone)} MB without, ${Math.round(open)} MB when they are open`,
        reached: maxMb <= goalMb,
      },
      {
        ...figure,
        name: `messages to ${browsers} live browsers, ${messagesASecond} a second`,
        goal: 'all, <= 3 s',
        measured: `${tookMs.length} of ${wanted}; middle ${rounded(middle)} ms, p95 ${rounded(p95)} ms`,
        reached: tookMs.length === wanted && p95 <= 3_000,
      },
    ]);
  } finally {
    await product.stop();
    await database.close();
    await server.stop();
  }
}
