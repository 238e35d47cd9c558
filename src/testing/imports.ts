import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { importTasks, type EntityServices } from '#server/entity/index.ts';
import { type Clock, realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { runTasks, workRun } from '#server/platform/run/index.ts';
import { silentLog } from './database-templates.ts';
import type { TestClient } from './test-app.ts';

/** A row of a file, by wire names. */
export type FileRow = Record<string, unknown>;
/** What the preview says of a row. */
type PreviewedRow = { row: number; plan: string; problems: { field: string; message: string }[] };

type Sent = { mode?: 'add' | 'addAndUpdate'; clientKey?: string };

/** Announces a file and sends all its rows; gives the id and what the preview says of each row. */
export async function sendRows(
  client: TestClient,
  entity: string,
  rows: readonly FileRow[],
  { mode = 'add', clientKey = randomUUID() }: Sent = {},
) {
  const opened = await client.call('importOpen', {
    body: { entity, mode, fileName: 'rows.csv', total: rows.length, clientKey },
  });
  expect(opened).toMatchObject({ status: 1, data: { state: 'receiving', total: rows.length } });
  const importId = String(opened.data.importId);
  const judged: PreviewedRow[] = [];
  for (let first = 0; first < rows.length; first += 500) {
    const answer = await client.call('importRows', {
      body: { importId, first: first + 1, rows: rows.slice(first, first + 500) },
    });
    expect([answer.status, answer.msg]).toEqual([1, '']);
    judged.push(...answer.data);
  }
  return { importId, judged };
}

/** The background work of imports on a test database: its queue and worker, and what works on one import alone. */
export function testImportWork(database: Database, services: EntityServices, clock: Clock = realClock) {
  const deps = { database, clock, log: silentLog };
  const queue = createQueue(deps);
  const { runs = [] } = importTasks({ ...deps, services });
  const { tasks, chores = [] } = runTasks({ ...deps, queue, runs, refresh: () => Promise.resolve() });
  const handlers = Object.fromEntries(tasks.map(({ kind, handler }) => [kind, handler]));
  return {
    queue,
    chores,
    worker: createWorker({ queue, handlers }),
    work: (importId: string, signal = new AbortController().signal) =>
      workRun({ ...deps, runs }, Number(importId), signal),
  };
}
