import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { Logger } from 'pino';
import { handleStatuses } from '#domain/exceptions/handle-status.ts';
import { assignExceptions, updateExceptionStatus } from '#server/modules/exceptions/exception/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { addComment } from '#server/modules/exceptions/handling/index.ts';
import { contextOf } from '#server/platform/acting.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { colleagues, type Colleague } from './colleagues.ts';
import { wordsFor } from './work-words.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import { enterValues } from '#server/modules/tracking/override/index.ts';

/** Of two sources that contradict each other somebody asks by telephone who is right. */
const contradictions: ReadonlySet<string> = new Set(['TIME_CONFLICT', 'VESSEL_MISMATCH']);

/** Whether an exception goes away once a person has decided which source is right. */
const isContradiction = (typeCode: string): boolean => contradictions.has(typeCode);

type Statement = { path: string; value: string | number };

/**
 * Enters the value in force as the expert's: the sources no longer contradict each other, and the exception resolves by itself. In a
 * transaction of its own, since it locks the shipment before its exceptions.
 */
async function decideBetweenSources(ctx: Ctx, exceptionId: number, pipeline: PipelineDeps): Promise<void> {
  await ctx.unscoped.transaction(async () => {
    // unscoped: The simulated world is of the whole installation.
    const [found] = await ctx.unscoped.query<{ id: number; tenant_id: number; said: Statement | null }>(
      `select s.id, s.tenant_id, e.evidence->0 as said
       from shipment_exception e join subscription s on s.id = e.subscription_id
       where e.id = $1 and e.open for update of s`,
      [exceptionId],
    );
    if (found?.said == null) return;
    await enterValues(ctx, found, [{ path: found.said.path, value: found.said.value }], 'EXPERT');
    await recomputeSubscriptions(pipeline, [found.id], ctx.clock.now());
  });
}

/** What the work of colleagues is done with. */
export type WorkDeps = { database: Database; clock: Clock; log: Logger; pipeline: PipelineDeps };

type Task = { id: number; type_code: string; created_at: Instant; handle_status: number };
type Person = Colleague & { userId: number; tenantId: number };

/** Colleagues take two of five exceptions: the others wait for those who sign in. */
const theirs = 'e.id % 5 < 2';
/** Of what was there before the product was started they have taken four of five. */
const theirPast = 'e.id % 5 < 4';
const stateKey = 'world_past_work';
/** Past work is done in such parts, so that nobody waits for it. */
const pastAtOnce = 12;
const pastInAll = 110;
/** What was found later than this belongs to the present. */
const youngestPastMs = 10 * HOUR_MS;
const oldestPastMs = 26 * DAY_MS;
/** So long after the start (in the world's time) what is found may belong to the past: sources are asked one after the other. */
const pastWindowMs = 20 * MINUTE_MS;

async function listPeople(database: Database): Promise<Person[]> {
  const rows = await database.system
    .selectFrom('app_user')
    .select(['id', 'user_code', 'tenant_id'])
    .where(
      'user_code',
      'in',
      colleagues.map(({ userCode }) => userCode),
    )
    .execute();
  return colleagues.flatMap((one) => {
    const row = rows.find(({ user_code: code }) => code === one.userCode);
    return row === undefined ? [] : [{ ...one, userId: row.id, tenantId: row.tenant_id }];
  });
}

/** A colleague at work at a moment. */
const contextAt = ({ database, log, clock }: WorkDeps, person: Person, at: Instant): Ctx =>
  contextOf(
    { database, log, clock: { ...clock, now: () => at } },
    {
      actor: {
        kind: 'user',
        userId: person.userId,
        userCode: person.userCode,
        name: person.name,
        userType: 'user',
        tenantId: person.tenantId,
        writesShared: false,
        menus: [],
      },
      scope: { kind: 'tenants', tenantIds: [person.tenantId] },
      requestId: `colleague-${person.userCode}`,
    },
    person.lang,
  );

type Step = 'take' | 'comment' | 'start' | 'hold' | 'finish' | 'decide';

/** Does one thing about an exception, by the verbs that people use. */
async function doStep(deps: WorkDeps, person: Person, task: Task, step: Step, at: Instant, random: Random) {
  const ctx = contextAt(deps, person, at);
  const words = (what: 'comments' | 'handled' | 'held'): string => wordsFor(task.type_code, person.lang, what, random);
  if (step === 'take') {
    await assignExceptions({ ctx, input: { ids: [task.id], chargeCode: person.userCode, chargeName: null } });
  } else if (step === 'decide') {
    await decideBetweenSources(ctx, task.id, deps.pipeline);
  } else if (step === 'comment') {
    await addComment({ ctx, input: { obmAutotestResultId: task.id, body: words('comments'), mentions: [] } });
  } else {
    const { inProgress, onHold, handled } = handleStatuses;
    const handleStatus = { start: inProgress, hold: onHold, finish: handled }[step];
    const handleRemark = step === 'start' ? null : words(step === 'hold' ? 'held' : 'handled');
    await updateExceptionStatus({ ctx, input: { ids: [task.id], handleStatus, handleRemark } });
  }
}

/** How far people got with an exception of the past: most were settled, some wait for somebody else. */
function pastSteps(random: Random, typeCode: string): Step[] {
  const middle: Step[] = random.chance(0.6) ? ['comment'] : [];
  if (isContradiction(typeCode)) return ['take', ...middle];
  const end = random.weighted([
    ['finish', 46],
    ['hold', 18],
    ['start', 22],
    ['take', 14],
  ] as const);
  if (end === 'take') return ['take', ...middle];
  return end === 'finish'
    ? ['take', ...middle, 'start', 'finish']
    : ['take', 'start', ...middle, ...(end === 'hold' ? ['hold' as const] : [])];
}

/**
 * Puts an exception back to when an installation that was there would have found it: shortly after what it rests on was stated. Counts
 * by the hour follow.
 */
async function putBack(database: Database, task: Task, at: Instant): Promise<void> {
  const [from, to] = [new Date(task.created_at), new Date(at)];
  await database.execute('update shipment_exception set created_at = $2, updated_at = $2 where id = $1', [task.id, to]);
  await database.execute(`update exception_event set at = $2 where exception_id = $1 and kind = 'opened'`, [
    task.id,
    to,
  ]);
  await database.execute(
    `insert into exception_tally (tenant_id, kind, at, n)
     select tenant_id, 'opened', exception_hour(moved.at), moved.n from shipment_exception e,
       (values ($2::timestamptz, -1), ($3::timestamptz, 1)) as moved(at, n) where e.id = $1`,
    [task.id, from, to],
  );
}

type PastTask = Task & { tenant_id: number; said_at: number };

async function listPast(database: Database, now: Instant): Promise<PastTask[]> {
  return database.query<PastTask>(
    `select e.id, e.tenant_id, e.type_code, e.created_at, e.handle_status, said.at as said_at
     from shipment_exception e, lateral (
       select max((one->>'observedAt')::float8) as at from jsonb_array_elements(e.evidence) as one) said
     where e.open and e.handle_status = 0 and e.assignee_code is null and ${theirPast} and said.at between $1 and $2
     order by e.id limit $3`,
    [now - oldestPastMs, now - youngestPastMs, pastAtOnce],
  );
}

async function workPastOf(deps: WorkDeps, people: readonly Person[], task: PastTask, now: Instant): Promise<void> {
  const random = createRandom(`past/${task.id}`);
  const own = people.filter(({ tenantId }) => tenantId === task.tenant_id);
  if (own.length === 0) return;
  const person = random.pick(own);
  const foundAt = Math.round(task.said_at + random.between(2, 20) * MINUTE_MS);
  await deps.database.transaction(async () => {
    await putBack(deps.database, task, foundAt);
    let at = foundAt;
    for (const step of pastSteps(random, task.type_code)) {
      at += Math.round(random.between(0.2, 9) * HOUR_MS);
      if (at >= now - MINUTE_MS) break;
      await doStep(deps, person, task, step, at, random);
    }
  });
  // By itself: it locks the shipment before its exceptions. A value is in force from when it is entered, so this is of today.
  if (isContradiction(task.type_code)) await doStep(deps, person, task, 'decide', now, random);
}

/** Does a part of the past work; gives whether there was none left to do at the moment. */
async function workPast(deps: WorkDeps, people: readonly Person[], now: Instant): Promise<boolean> {
  const { database } = deps;
  const kept = asRecord(await readState(database, stateKey));
  const done = typeof kept['done'] === 'number' ? kept['done'] : 0;
  const since = typeof kept['since'] === 'number' ? kept['since'] : now;
  if (done >= pastInAll || now - since > pastWindowMs) return true;
  const tasks = await listPast(database, now);
  for (const task of tasks) await workPastOf(deps, people, task, now);
  await keepState(database, stateKey, { done: done + tasks.length, since });
  return tasks.length === 0;
}

/** What a colleague does next: goes on with what is theirs, or takes something that nobody has taken. */
async function nextOf(
  database: Database,
  { userCode, tenantId }: Person,
): Promise<(Task & { mine: boolean }) | undefined> {
  const [found] = await database.query<Task & { mine: boolean }>(
    `select e.id, e.type_code, e.created_at, e.handle_status, e.assignee_code is not null as mine from shipment_exception e
     where e.tenant_id = $1 and e.open and ${theirs} and e.snoozed_at is null
       and (e.assignee_code = $2 and e.handle_status in (0, 1, 4) or e.assignee_code is null and e.handle_status = 0)
     order by e.updated_at limit 1`,
    [tenantId, userCode],
  );
  return found;
}

function nextStep({ mine, handle_status: status, type_code: code }: Task & { mine: boolean }, random: Random): Step {
  if (!mine) return 'take';
  if (isContradiction(code) && status === handleStatuses.untreated) return 'decide';
  if (status === handleStatuses.untreated) return random.chance(0.4) ? 'comment' : 'start';
  return random.weighted([
    ['comment', 45],
    ['finish', 40],
    ['hold', status === handleStatuses.onHold ? 0 : 15],
  ] as const);
}

/** One look of a colleague at what is to do; first of all the work of the weeks before the product was started is made up for. */
export async function workInWorld(deps: WorkDeps): Promise<void> {
  const now = deps.clock.now();
  const people = await listPeople(deps.database);
  if (people.length === 0 || !(await workPast(deps, people, now))) return;
  const random = createRandom(`work/${now}`);
  const person = random.pick(people);
  const task = await nextOf(deps.database, person);
  if (task !== undefined) await doStep(deps, person, task, nextStep(task, random), now, random);
}
