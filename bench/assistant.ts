/**
 * Sixty questions of people, 30 in Chinese and 30 in English, asked as an assistant would: each is a tool with arguments, over MCP and
 * with a key. The facts of each answer are compared with what the product's own calls answer to the same person. The product is a process
 * of its own with the simulated world.
 * Options: --small (5 minutes at speed 720), --seed=portolan --speed=720 --minutes=10, --embedded, --url=http://localhost:8080 (asks a
 * product that runs already), --rounds=100 (how often get_shipment is timed).
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { menuCodes } from '#shared/reference/menus.ts';
import { worldPassword } from '#server/modules/world/seed/index.ts';
import { type Caller, callerOf } from './assistant/caller.ts';
import { type Answer, type Question, questionsIn } from './assistant/questions.ts';
import { findSubjects } from './assistant/subjects.ts';
import { median } from './support/median.ts';
import { spread } from './support/ask.ts';
import { numberOf, optionOf } from './support/options.ts';
import { signIn } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';
import type { Requested } from './truth-live/read-product.ts';
import { lookAt, runProduct, signInToWorld } from './truth-live/run-product.ts';

const tenantCode = 'ALPHA';
const p95GoalMs = 150;
const rounds = numberOf('rounds', 100);
const langs = ['zh', 'en'] as const;
type Lang = (typeof langs)[number];

/** A person of one tenant with all pages, and a key that reads in that person's name. */
async function addPerson({ url, cookie }: Requested): Promise<{ caller: Caller; key: string }> {
  const admin = callerOf(url, cookie, 'zh');
  const tenantId = (await admin.call('tenants')).find((tenant) => tenant.tenantCode === tenantCode)?.wlTenantId ?? '';
  const userCode = `asker-${process.pid}`;
  const [first, own] = [worldPassword, 'Quay-Crane-47'];
  await admin.call('userInsert', {
    tenantId,
    userCode,
    userNameCn: '提问者',
    userType: 'user',
    menus: [...menuCodes],
    password: first,
  });
  const initial = callerOf(url, await signIn(url, { userCode, password: first }), 'zh');
  await initial.call('updatePassword', { userCode, currentPassword: first, password: own });
  const caller = callerOf(url, await signIn(url, { userCode, password: own }), 'zh');
  const { key } = await caller.call('apiKeyInsert', { tenantId, name: 'Sixty questions', scopes: ['read'] });
  return { caller, key };
}

/** The tools as one language has them; counts what is asked. */
async function connect(url: string, key: string, lang: Lang) {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}`, 'accept-language': lang } },
    }),
  );
  return async (tool: string, input: Record<string, unknown>): Promise<Answer> => {
    const { content, isError, structuredContent } = await client.callTool({ name: tool, arguments: input });
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    if (isError === true) throw new Error(`${tool}: ${text}`);
    return { text, data: structuredContent };
  };
}

type Judged = { right: boolean; calls: number; bytes: number };

/** Asks one question and compares the facts of the answer with those of the product's own calls. */
async function judge(
  lang: Lang,
  question: Question,
  use: (tool: string, input: Record<string, unknown>) => Promise<Answer>,
  caller: Caller,
): Promise<Judged> {
  let [calls, bytes] = [0, 0];
  const counted = async (tool: string, input: Record<string, unknown>): Promise<Answer> => {
    const answer = await use(tool, input);
    calls += 1;
    bytes += Buffer.byteLength(answer.text);
    return answer;
  };
  try {
    const [found, truth] = [await question.ask(counted), await question.truth(caller.inLanguage(lang))];
    const right = JSON.stringify(found) === JSON.stringify(truth);
    if (!right)
      console.error(
        `wrong: ${question[lang]}\n  answered ${JSON.stringify(found)}\n  true     ${JSON.stringify(truth)}`,
      );
    return { right, calls, bytes };
  } catch (error) {
    console.error(`failed: ${question[lang]}\n  ${String(error)}`);
    return { right: false, calls, bytes };
  }
}

async function measure(asked: Requested): Promise<Figure[]> {
  const { caller, key } = await addPerson(asked);
  const subjects = await findSubjects(caller);
  const judged: Judged[] = [];
  for (const [turn, lang] of langs.entries()) {
    const use = await connect(asked.url, key, lang);
    for (const question of questionsIn(subjects, turn)) judged.push(await judge(lang, question, use, caller));
  }
  const use = await connect(asked.url, key, 'en');
  const tookMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await use('get_shipment', { shipmentId: subjects.shipment(round).obmBkId });
    tookMs.push(performance.now() - startedAt);
  }
  const right = judged.filter((one) => one.right).length;
  const { middle, p95 } = spread(tookMs);
  const calls = judged.reduce((sum, one) => sum + one.calls, 0) / judged.length;
  const kilobytes = median(judged.map(({ bytes }) => bytes)) / 1024;
  return [
    {
      name: `assistant: right answers of ${judged.length} questions`,
      goal: '100 %',
      measured: `${rounded((100 * right) / judged.length)} % (${right}); ${rounded(calls)} calls a question, ${rounded(kilobytes)} KB of text at the median`,
      beside: '-',
      ratio: '-',
      reached: right === judged.length,
    },
    {
      name: `assistant: get_shipment, p95 of ${rounds}`,
      goal: `<= ${p95GoalMs} ms`,
      measured: `${rounded(p95)} ms, median ${rounded(middle)}`,
      beside: '-',
      ratio: '-',
      reached: p95 <= p95GoalMs,
    },
  ];
}

const url = optionOf('url');
if (url === undefined) {
  const run = {
    seed: optionOf('seed') ?? 'portolan',
    speed: numberOf('speed', 720),
    minutes: numberOf('minutes', isSmall() ? 5 : 10),
    embedded: process.argv.includes('--embedded'),
  };
  report(await runProduct(run, (asked) => measure(asked)));
} else {
  const asked = { url, cookie: await signInToWorld(url) };
  report(optionOf('moving') === undefined ? await lookAt(asked, () => measure(asked)) : await measure(asked));
}
