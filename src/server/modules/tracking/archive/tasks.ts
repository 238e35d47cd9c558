import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock/clock.ts';
import { type RetentionDays, standardRetention } from '#server/platform/config/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  abandonDivision,
  divideTables,
  endRange,
  lastId,
  listRanges,
  type RangeGroup,
  rangeGroups,
} from '#server/platform/db/ranges.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { isPaused, noteProgress } from './progress.ts';
import { archiveGroup, type ArchiveStep, isArchived } from './take-out.ts';

const archiveTask = defineRecurring('archive');

/** What dividing and archiving work with. */
export type ArchiveTaskDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  retention?: RetentionDays;
};

/** Ids whose rows are in one file. */
const idsOfFile = 20_000;
const minSize = 20_000;
const maxSize = 2_000_000;
const rounding = 10_000;
const monthDays = 30;

/** So many ids as are given in a month, at the rate since the current range began. */
async function monthOfIds({ database, clock }: ArchiveTaskDeps, group: RangeGroup, from: number): Promise<number> {
  const [first] = await database.query<{ at: number }>(
    `select created_at as at from ${group.of} where id >= $1 order by id limit 1`,
    [from],
  );
  if (first === undefined) return minSize;
  const days = Math.max(1, (clock.now() - first.at) / DAY_MS);
  const ids = ((await lastId(database, group)) - from) / days;
  return Math.min(maxSize, Math.max(minSize, Math.ceil((ids * monthDays) / rounding) * rounding));
}

/** Adds the next range of each group before it is needed; false when it has to be tried again. */
export async function extendRanges(deps: ArchiveTaskDeps): Promise<boolean> {
  const { database } = deps;
  let complete = true;
  for (const group of rangeGroups) {
    const [table] = group.tables;
    const ranges = table === undefined ? [] : await listRanges(database, table.name);
    const rest = ranges.at(-1)?.lowest;
    if (rest == null) continue;
    const last = await lastId(database, group);
    const current = ranges.findLast(({ lowest }) => (lowest ?? 0) <= last)?.lowest ?? 0;
    const size = await monthOfIds(deps, group, current);
    if (rest - last < size / 2 && !(await endRange(database, group, rest + size))) complete = false;
  }
  return complete;
}

/** Divides tables of an earlier version, then archives what is over for long; false when it has to be tried again soon. */
export async function workOnArchive(deps: ArchiveTaskDeps): Promise<boolean> {
  const { database, clock, log, retention = standardRetention } = deps;
  const goOn = async (): Promise<boolean> => !(await isPaused(database));
  if (!(await goOn())) {
    await abandonDivision(database);
    return true;
  }
  const now = clock.now();
  let complete = true;
  for (const group of rangeGroups) {
    const divided = await divideTables(database, group, {
      goOn,
      noted: (tables, step) => noteProgress(database, { kind: 'divide', tables, step }),
    });
    if (!divided) {
      complete = false;
      continue;
    }
    const folder = database.archiveFolder;
    if (folder === null || !isArchived(group)) continue;
    const cut = now - retention.archive * DAY_MS;
    const noted = (step: ArchiveStep) => noteProgress(database, { kind: 'archive', ...step });
    const done = await archiveGroup({ database, log, folder, cut, now, span: idsOfFile, goOn, noted }, group);
    complete &&= done;
  }
  await noteProgress(database, null);
  return complete || !(await goOn());
}

/** Ranges of history as they are needed, and the archive of what is over for long. */
export const archiveTasks = (deps: ArchiveTaskDeps): BackgroundModule => ({
  tasks: [repeat(deps, archiveTask, HOUR_MS, () => workOnArchive(deps))],
  chores: [{ name: 'ranges of history', run: () => extendRanges(deps) }],
});
