import { setImmediate as breathe } from 'node:timers/promises';
import { chooseParser, findParser, openAnswer, readAnswer, readBy } from '#server/connectors/rpa/index.ts';
import type { AnswerReading, PageParser, Releases } from '#server/connectors/rpa/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { type AnswerRow, answerOf, updateReadings } from './answer-rows.ts';
import { compareRecords } from './compare-records.ts';
import { healShipments } from './heal-shipments.ts';
import { currentReleases } from './releases.ts';
import {
  type NewDifference,
  type RunOutcome,
  type RunRow,
  getRun,
  insertDifferences,
  listNextAnswers,
  moveRun,
} from './run-queries.ts';
import type { RpaTaskDeps } from './types.ts';

/** Answers of one step, and differences kept of one answer and of a whole run. */
const STEP = 25;
const DIFFERENCES_OF_ANSWER = 60;
const DIFFERENCES_OF_RUN = 20_000;

const noOutcome: RunOutcome = {
  equal: 0,
  changed: 0,
  parsed: 0,
  refused: 0,
  unread: 0,
  shipments: 0,
  withdrawn: 0,
  kept: 0,
  pending: [],
};

const tell = (deps: RpaTaskDeps): Promise<void> =>
  publish(deps.database, { tenantId: null, topic: 'rpa', payload: {} });

type Compared = { kind: 'equal' | 'changed' | 'parsed' | 'refused' | 'unread'; differences: NewDifference[] };

const isRead = ({ state }: AnswerReading): boolean => state !== 'refused';
const reasonsText = (reading: AnswerReading): string =>
  [...new Set(reading.record.refusals.map(({ reason }) => reason))].join(', ');
const asText = (value: string | number | null): string | null => (value === null ? null : String(value));

/** What one reading makes otherwise of an answer than another. */
function compareReadings(answerId: number, before: AnswerReading, after: AnswerReading): Compared {
  if (!isRead(before) && !isRead(after)) return { kind: 'unread', differences: [] };
  const whole = { answerId, path: null };
  if (!isRead(before))
    return { kind: 'parsed', differences: [{ ...whole, kind: 'parsed', before: reasonsText(before), after: null }] };
  if (!isRead(after))
    return { kind: 'refused', differences: [{ ...whole, kind: 'refused', before: null, after: reasonsText(after) }] };
  const differences = compareRecords(before.record.content, after.record.content).map(
    ({ path, before: first, after: second }): NewDifference => ({
      answerId,
      kind: 'changed',
      path,
      before: asText(first),
      after: asText(second),
    }),
  );
  return { kind: differences.length > 0 ? 'changed' : 'equal', differences };
}

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
  return compareReadings(row.id, before, read(now));
}

/** What a step found, and what is written together with the run's progress. */
type StepDone = { outcome: RunOutcome; write: () => Promise<void> };

/** As many of the differences found as a run still has room for; counted in its outcome. */
function keepDifferences(outcome: RunOutcome, found: readonly NewDifference[]): readonly NewDifference[] {
  const kept = found.slice(0, Math.max(0, DIFFERENCES_OF_RUN - outcome.kept));
  outcome.kept += kept.length;
  return kept;
}

/** One step of a trial: nothing is changed but the run and what it found. */
async function tryStep(
  deps: RpaTaskDeps,
  run: RunRow,
  candidate: PageParser,
  rows: readonly AnswerRow[],
): Promise<StepDone> {
  const outcome: RunOutcome = { ...noOutcome, ...run.outcome };
  const releases = await currentReleases(deps.database);
  const kept: NewDifference[] = [];
  for (const row of rows) {
    const { kind, differences } = compare(row, releases, candidate, deps);
    outcome[kind] += 1;
    kept.push(...differences.slice(0, DIFFERENCES_OF_ANSWER));
    await breathe();
  }
  const differences = keepDifferences(outcome, kept);
  return { outcome, write: () => insertDifferences(deps.database, run.id, differences) };
}

/** The reading an answer had before; undefined when nobody read it, or a version that is gone. */
function formerReading(row: AnswerRow, deps: RpaTaskDeps): AnswerReading | undefined {
  const parser = row.parser_id === null ? undefined : findParser(row.parser_id, row.parser_version ?? 0);
  return parser === undefined ? undefined : readBy(parser, openAnswer(answerOf(row)), deps.reference().rules);
}

/** One step after a release or a step back: answers are read again, and their shipments are noted to follow. */
async function applyStep(deps: RpaTaskDeps, run: RunRow, rows: readonly AnswerRow[]): Promise<StepDone> {
  const outcome: RunOutcome = { ...noOutcome, ...run.outcome };
  const releases = await currentReleases(deps.database);
  const readings: { id: number; reading: AnswerReading }[] = [];
  const kept: NewDifference[] = [];
  for (const row of rows) {
    const reading = readAnswer(answerOf(row), releases, deps.reference().rules);
    const isSame =
      row.state === reading.state &&
      row.parser_id === (reading.parser?.id ?? null) &&
      row.parser_version === (reading.parser?.version ?? null);
    if (isSame) outcome[isRead(reading) ? 'equal' : 'unread'] += 1;
    else {
      readings.push({ id: row.id, reading });
      const before = formerReading(row, deps) ?? readAnswer(answerOf(row), new Map(), deps.reference().rules);
      // Another version that makes the same of an answer changes nothing, as its trial said.
      const { kind, differences } = compareReadings(row.id, before, reading);
      outcome[kind] += 1;
      kept.push(...differences.slice(0, DIFFERENCES_OF_ANSWER));
    }
    await breathe();
  }
  outcome.pending = readings.map(({ id }) => id);
  const differences = keepDifferences(outcome, kept);
  return {
    outcome,
    write: async () => {
      await updateReadings(deps.database, readings);
      await insertDifferences(deps.database, run.id, differences);
    },
  };
}

/** Lets the shipments follow whose answers a step read otherwise. */
async function healStep(deps: RpaTaskDeps, run: RunRow, signal: AbortSignal): Promise<StepDone> {
  const outcome: RunOutcome = { ...noOutcome, ...run.outcome };
  const { shipments, withdrawn } = await healShipments(deps, outcome.pending, signal);
  outcome.shipments += shipments;
  outcome.withdrawn += withdrawn;
  outcome.pending = [];
  return { outcome, write: () => Promise.resolve() };
}

/** One step of a run: shipments that have to follow first, else the next answers. */
async function doStep(
  deps: RpaTaskDeps,
  run: RunRow,
  rows: readonly AnswerRow[],
  signal: AbortSignal,
): Promise<StepDone> {
  if ((run.outcome.pending ?? []).length > 0) return healStep(deps, run, signal);
  const candidate = findParser(run.parser_id, run.version);
  return run.kind === 'apply' || candidate === undefined
    ? applyStep(deps, run, rows)
    : tryStep(deps, run, candidate, rows);
}

/**
 * Works off one run, step by step; a run that was interrupted goes on where it was: what a step found is written together
 * with how far the run is, and shipments that still have to follow are noted with it. Done twice it does nothing twice.
 */
export async function workRobotRun(deps: RpaTaskDeps, runId: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  let run = await getRun(database, runId);
  const carrierCode = run === undefined ? undefined : carrierOf(run);
  while (run !== undefined && run.state === 'running' && carrierCode !== undefined) {
    signal.throwIfAborted();
    const { id, done, position, outcome: before }: RunRow = run;
    const rows = (before.pending ?? []).length > 0 ? [] : await listNextAnswers(database, carrierCode, run, STEP);
    const { outcome, write } = await doStep(deps, run, rows, signal);
    const isOver = rows.length === 0 && (before.pending ?? []).length === 0;
    run = await database.transaction(async () => {
      const moved = await moveRun(
        database,
        {
          id,
          done: done + rows.length,
          position: rows.at(-1)?.id ?? position,
          outcome,
          state: isOver ? 'done' : 'running',
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
