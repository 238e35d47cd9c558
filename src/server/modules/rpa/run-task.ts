import { setImmediate as breathe } from 'node:timers/promises';
import { chooseParser, findParser, openAnswer, readAnswer, readBy } from '#server/connectors/rpa/index.ts';
import type { AnswerReading, PageParser, Releases } from '#server/connectors/rpa/index.ts';
import { takeOutcomes } from '#server/modules/collection/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { type AnswerRow, answerOf, updateReadings } from './answer-rows.ts';
import { compareRecords } from './compare-records.ts';
import { currentReleases } from './releases.ts';
import {
  type NewDifference,
  type RunOutcome,
  type RunRow,
  getRun,
  insertDifferences,
  listNewestReadable,
  listNextAnswers,
  moveRun,
} from './run-queries.ts';
import { outcomeOf } from './take-answers.ts';
import { targetsOf } from './targets.ts';
import type { RpaTaskDeps } from './types.ts';

/** Answers of one step, and differences kept of one answer and of a whole run. */
const STEP = 25;
const DIFFERENCES_OF_ANSWER = 60;
const DIFFERENCES_OF_RUN = 20_000;

const noOutcome: RunOutcome = { equal: 0, changed: 0, parsed: 0, refused: 0, unread: 0, shipments: 0 };

const tell = (deps: RpaTaskDeps): Promise<void> =>
  publish(deps.database, { tenantId: null, topic: 'rpa', payload: {} });

type Compared = { kind: 'equal' | 'changed' | 'parsed' | 'refused' | 'unread'; differences: NewDifference[] };

const isRead = ({ state }: AnswerReading): boolean => state !== 'refused';
const reasonsText = (reading: AnswerReading): string =>
  [...new Set(reading.record.refusals.map(({ reason }) => reason))].join(', ');
const asText = (value: string | number | null): string | null => (value === null ? null : String(value));

/** What a version makes otherwise of an answer than those that are released. */
function compare(row: AnswerRow, releases: Releases, candidate: PageParser, deps: RpaTaskDeps): Compared {
  const { rules } = deps.reference();
  const opened = openAnswer(answerOf(row));
  const [old, now] = [
    chooseParser(opened, releases),
    chooseParser(opened, new Map([...releases, [candidate.id, candidate.version]])),
  ];
  if (old === now && old === undefined) return { kind: 'unread', differences: [] };
  const read = (parser: PageParser | undefined): AnswerReading =>
    parser === undefined ? readAnswer(opened, new Map(), rules) : readBy(parser, opened, rules);
  const before = read(old);
  if (old === now) return { kind: isRead(before) ? 'equal' : 'unread', differences: [] };
  const after = read(now);
  if (!isRead(before) && !isRead(after)) return { kind: 'unread', differences: [] };
  const whole = { answerId: row.id, path: null };
  if (!isRead(before))
    return { kind: 'parsed', differences: [{ ...whole, kind: 'parsed', before: reasonsText(before), after: null }] };
  if (!isRead(after))
    return { kind: 'refused', differences: [{ ...whole, kind: 'refused', before: null, after: reasonsText(after) }] };
  const differences = compareRecords(before.record.content, after.record.content).map(
    ({ path, before: first, after: second }): NewDifference => ({
      answerId: row.id,
      kind: 'changed',
      path,
      before: asText(first),
      after: asText(second),
    }),
  );
  return { kind: differences.length > 0 ? 'changed' : 'equal', differences };
}

/** One step of a trial: nothing is changed but the run and what it found. */
async function tryStep(
  deps: RpaTaskDeps,
  run: RunRow,
  candidate: PageParser,
  rows: readonly AnswerRow[],
  outcome: RunOutcome,
): Promise<() => Promise<void>> {
  const releases = await currentReleases(deps.database);
  const kept: NewDifference[] = [];
  for (const row of rows) {
    const { kind, differences } = compare(row, releases, candidate, deps);
    outcome[kind] += 1;
    kept.push(...differences.slice(0, DIFFERENCES_OF_ANSWER));
    await breathe();
  }
  const isFull = outcome.changed + outcome.parsed + outcome.refused > DIFFERENCES_OF_RUN / 10;
  return () => insertDifferences(deps.database, run.id, isFull ? [] : kept);
}

/** One step after a release: answers are read again, and the shipments they are about get their record from the newest. */
async function applyStep(
  deps: RpaTaskDeps,
  rows: readonly AnswerRow[],
  outcome: RunOutcome,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { database, clock, pipeline } = deps;
  const releases = await currentReleases(database);
  const readings: { id: number; reading: AnswerReading }[] = [];
  for (const row of rows) {
    const reading = readAnswer(answerOf(row), releases, deps.reference().rules);
    const isSame =
      row.state === reading.state &&
      row.parser_id === (reading.parser?.id ?? null) &&
      row.parser_version === (reading.parser?.version ?? null);
    outcome[isSame ? 'equal' : row.state === 'refused' ? 'parsed' : isRead(reading) ? 'changed' : 'refused'] += 1;
    if (!isSame) readings.push({ id: row.id, reading });
    await breathe();
  }
  await updateReadings(database, readings);
  const touched = rows.filter(({ id }) => readings.some((one) => one.id === id));
  for (const row of await listNewestReadable(database, touched)) {
    signal.throwIfAborted();
    const now = clock.now();
    const outcomes = (await targetsOf(database, row)).map((id) => outcomeOf(row, id, now));
    const { summaries, failed } = await takeOutcomes(pipeline, outcomes, now);
    if (failed.length > 0) throw failed[0]?.error ?? new Error('a record could not be made again');
    outcome.shipments += summaries.reduce((sum, { fused }) => sum + fused, 0);
  }
  return () => Promise.resolve();
}

/** Works off one run, step by step; a run that was interrupted goes on where it was. Done twice it does nothing twice. */
export async function workRobotRun(deps: RpaTaskDeps, runId: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  let run = await getRun(database, runId);
  const carrierCode = run === undefined ? undefined : carrierOf(run);
  while (run !== undefined && run.state === 'running' && carrierCode !== undefined) {
    signal.throwIfAborted();
    const current: RunRow = run;
    const rows = await listNextAnswers(database, carrierCode, current, STEP);
    const outcome: RunOutcome = { ...noOutcome, ...current.outcome };
    const candidate = findParser(current.parser_id, current.version);
    const write =
      current.kind === 'apply' || candidate === undefined
        ? await applyStep(deps, rows, outcome, signal)
        : await tryStep(deps, current, candidate, rows, outcome);
    run = await database.transaction(async () => {
      const moved = await moveRun(
        database,
        {
          id: current.id,
          done: current.done + rows.length,
          position: rows.at(-1)?.id ?? current.position,
          outcome,
          state: rows.length < STEP ? 'done' : 'running',
        },
        clock.now(),
      );
      if (moved !== undefined) await write();
      await tell(deps);
      return moved;
    });
  }
}

/** The carrier whose pages the parser of a run reads. */
const carrierOf = (run: RunRow): string | undefined =>
  (findParser(run.parser_id, run.version) ?? findParser(run.parser_id, run.before_version))?.carrierCode;
