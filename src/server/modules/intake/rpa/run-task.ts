import { setImmediate as breathe } from 'node:timers/promises';
import { chooseParser, openAnswer, readAnswer, readBy } from '#server/connectors/rpa/index.ts';
import type { AnswerReading, PageParser } from '#server/connectors/rpa/index.ts';
import { type RunHandler, workOnRun } from '#server/platform/run/index.ts';
import { type AnswerRow, answerOf, updateReadings } from './answer-rows.ts';
import { compareRecords } from './compare-records.ts';
import { healShipments } from './heal-shipments.ts';
import { currentReleases, findVersion, type CurrentDecisions } from './releases.ts';
import { applyRun, type ParserOutcome, type ParserRun, trialRun } from './parser-runs.ts';
import { insertDifferences, listNextAnswers, type NewDifference } from './run-queries.ts';
import type { RpaTaskDeps } from './types.ts';

/** Answers of one step, and differences kept of one answer and of a whole run. */
const STEP = 25;
const DIFFERENCES_OF_ANSWER = 60;
const DIFFERENCES_OF_RUN = 20_000;

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
function compare(
  row: AnswerRow,
  { releases, made }: CurrentDecisions,
  candidate: PageParser,
  deps: RpaTaskDeps,
): Compared {
  const { rules } = deps.reference();
  const opened = openAnswer(answerOf(row));
  const tried = candidate.mapping === undefined ? [] : [candidate];
  const [old, now] = [
    chooseParser(opened, releases, made),
    chooseParser(opened, new Map([...releases, [candidate.id, candidate.version]]), [...tried, ...made]),
  ];
  if (old === now && old === undefined) return { kind: 'unread', differences: [] };
  const read = (parser: PageParser | undefined): AnswerReading =>
    parser === undefined ? readAnswer(opened, new Map(), rules) : readBy(parser, opened, rules);
  const before = read(old);
  if (old === now) return { kind: isRead(before) ? 'equal' : 'unread', differences: [] };
  return compareReadings(row.id, before, read(now));
}

/** What a step adds to the outcome of its run, and the differences it found. */
type Found = { counts: Partial<Record<Compared['kind'], number>>; differences: NewDifference[] };

const nothingFound = (): Found => ({ counts: {}, differences: [] });

function note({ counts, differences }: Found, compared: Compared): void {
  counts[compared.kind] = (counts[compared.kind] ?? 0) + 1;
  differences.push(...compared.differences.slice(0, DIFFERENCES_OF_ANSWER));
}

/** Writes down as many differences as the run still has room for. */
async function keepFound(
  deps: RpaTaskDeps,
  run: ParserRun,
  { counts, differences }: Found,
): Promise<Partial<ParserOutcome>> {
  const kept = differences.slice(0, Math.max(0, DIFFERENCES_OF_RUN - run.outcome.kept));
  await insertDifferences(deps.database, run.id, kept);
  return { ...counts, kept: kept.length };
}

/** The reading an answer had before; undefined when nobody read it, or a version that is gone. */
async function formerReading(row: AnswerRow, deps: RpaTaskDeps): Promise<AnswerReading | undefined> {
  const parser =
    row.parser_id === null ? undefined : await findVersion(deps.database, row.parser_id, row.parser_version ?? 0);
  return parser === undefined ? undefined : readBy(parser, openAnswer(answerOf(row)), deps.reference().rules);
}

/** One step after a release or a step back: answers are read again, and their shipments are noted to follow. */
async function readAgain(deps: RpaTaskDeps, run: ParserRun, rows: readonly AnswerRow[]) {
  const found = nothingFound();
  const { releases, made } = await currentReleases(deps.database);
  const readings: { id: number; reading: AnswerReading }[] = [];
  for (const row of rows) {
    const reading = readAnswer(answerOf(row), releases, deps.reference().rules, made);
    const isSame =
      row.state === reading.state &&
      row.parser_id === (reading.parser?.id ?? null) &&
      row.parser_version === (reading.parser?.version ?? null);
    if (isSame) note(found, { kind: isRead(reading) ? 'equal' : 'unread', differences: [] });
    else {
      readings.push({ id: row.id, reading });
      const before = (await formerReading(row, deps)) ?? readAnswer(answerOf(row), new Map(), deps.reference().rules);
      // Another version that makes the same of an answer changes nothing, as its trial stated.
      note(found, compareReadings(row.id, before, reading));
    }
    await breathe();
  }
  return async () => {
    await updateReadings(deps.database, readings);
    return { ...(await keepFound(deps, run, found)), pending: readings.map(({ id }) => id) };
  };
}

/** One step of a trial: nothing is changed but the run and what it found. */
async function tryAnswers(deps: RpaTaskDeps, run: ParserRun, rows: readonly AnswerRow[]) {
  const candidate = await findVersion(deps.database, run.params.parserId, run.params.version);
  const found = nothingFound();
  const inForce = await currentReleases(deps.database);
  for (const row of rows) {
    // A version that is gone from the product reads nothing.
    note(found, candidate === undefined ? { kind: 'unread', differences: [] } : compare(row, inForce, candidate, deps));
    await breathe();
  }
  return () => keepFound(deps, run, found);
}

/** Lets the shipments follow whose answers a step read otherwise. */
async function healPending(deps: RpaTaskDeps, { outcome }: ParserRun, signal: AbortSignal) {
  if (outcome.pending.length === 0) return undefined;
  const { shipments, withdrawn } = await healShipments(deps, outcome.pending, signal);
  return () => Promise.resolve({ shipments, withdrawn, pending: [] });
}

/** The carrier whose pages the parser of a run reads. */
async function carrierOf(
  deps: RpaTaskDeps,
  { params: { parserId, version, beforeVersion } }: ParserRun,
): Promise<string | undefined> {
  const found =
    (await findVersion(deps.database, parserId, version)) ??
    (await findVersion(deps.database, parserId, beforeVersion));
  return found?.carrierCode;
}

async function nextAnswers(deps: RpaTaskDeps, run: ParserRun, after: number, limit: number): Promise<AnswerRow[]> {
  const carrierCode = await carrierOf(deps, run);
  if (carrierCode === undefined) return [];
  return listNextAnswers(deps.database, carrierCode, { since: run.params.since, after }, limit);
}

/** How versions of parsers are run over stored answers: tried, and applied once they are released. */
export const parserRuns = (deps: RpaTaskDeps): RunHandler[] => {
  const next = (run: ParserRun, { after }: { after: number }, limit: number) => nextAnswers(deps, run, after, limit);
  return [
    workOnRun(trialRun, { step: STEP, next, work: (run, rows) => tryAnswers(deps, run, rows) }),
    workOnRun(applyRun, {
      step: STEP,
      next,
      settle: (run, signal) => healPending(deps, run, signal),
      work: (run, rows) => readAgain(deps, run, rows),
    }),
  ];
};
