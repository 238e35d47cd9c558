import { useEffect, useRef, useState } from 'react';
import type { ImportStatus, JudgedRow } from '#contract/import.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { CellRow, ChoiceNames } from '#shared/entity/read-cells.ts';
import { call, saveFile } from '#web/base/client.ts';
import { newKey } from '#web/base/new-key.ts';
import { text } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { FileError, type FileTable, maxFileBytes } from '#shared/sheet/file-problem.ts';
import { checkLocally, type ImportMode, type ReadFile, refusedCsv, understand } from './import-model.ts';
import { readInWorker } from './read-in-worker.ts';
import { maxImportRows } from '#shared/entity/import-limits.ts';

const rowsAtOnce = 500;
const pollMs = 600;
/** How often what the server says is shown while it checks a file. */
const shownEveryMs = 400;

/** Where an import is. */
export type ImportPhase = 'choose' | 'reading' | 'checking' | 'preview' | 'running' | 'finished';

/** What the dialog of an import shows and does. */
export type Import = {
  phase: ImportPhase;
  mode: ImportMode;
  problem: string | undefined;
  file: ReadFile | undefined;
  judged: ReadonlyMap<number, JudgedRow>;
  status: ImportStatus | undefined;
  choose: (file: File) => void;
  setMode: (mode: ImportMode) => void;
  run: () => Promise<void>;
  restart: () => void;
  downloadRefused: () => Promise<void>;
};

const sayProblem = (error: unknown): string => {
  if (!(error instanceof FileError)) return error instanceof Error ? error.message : text('entityImport.failed');
  const params = {
    size: String(maxFileBytes / 1_000_000),
    count: formatCount(error.count),
    max: formatCount(maxImportRows),
  };
  return text(`entityImport.error.${error.problem}`, params);
};

/** Collects what is shown of rows, and shows it, but not more often than people can read it. */
function collector(
  found: Map<number, JudgedRow>,
  show: (found: ReadonlyMap<number, JudgedRow>) => void,
): (rows: readonly JudgedRow[]) => void {
  let shownAt = performance.now();
  return (rows) => {
    for (const row of rows) found.set(row.row - 1, row);
    if (performance.now() - shownAt < shownEveryMs) return;
    shownAt = performance.now();
    show(new Map(found));
  };
}

/** Announces a file and sends its rows part by part; hears what the server says of each. */
async function checkByServer(
  entity: Entity,
  file: ReadFile,
  mode: ImportMode,
  signal: AbortSignal,
  opened: (status: ImportStatus) => void,
  hear: (rows: readonly JudgedRow[]) => void,
): Promise<void> {
  const announced = { entity: entity.name, mode, fileName: file.name, total: file.rows.length, clientKey: newKey() };
  const status = await call('importOpen', announced, { signal });
  opened(status);
  for (let first = 0; first < file.rows.length; first += rowsAtOnce) {
    const rows = file.rows.slice(first, first + rowsAtOnce);
    // One after the other: the server looks for rows that repeat earlier ones.
    // oxlint-disable-next-line no-await-in-loop
    hear(await call('importRows', { importId: status.importId, first: first + 1, rows }, { signal }));
  }
}

async function collectRefused(importId: string) {
  const all: { row: number; problems: { message: string }[] }[] = [];
  for (let currentPage = 1, pages = 1; currentPage <= pages; currentPage += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await call('importResult', { importId, outcome: 'refused', currentPage, pageSize: 2000 });
    pages = page.totalPage;
    all.push(...page.records);
  }
  return all;
}

async function saveRefused(entity: Entity, importId: string, file: ReadFile): Promise<void> {
  try {
    const csv = refusedCsv(entity, file, await collectRefused(importId));
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${file.name.replace(/\.\w+$/, '')}-refused.csv`);
  } catch (error) {
    toast.failure(error, text('entityImport.failed'));
  }
}

/** Reads a file; what stands for several rows or columns is not what a table of the template has. Throws FileError. */
async function readPlain(file: File): Promise<FileTable> {
  const table = await readInWorker(file);
  if (table.merged) throw new FileError('merged');
  return table;
}

/** Waits until the server has worked an import off. */
function usePolling(running: boolean, importId: string | undefined, hear: (status: ImportStatus) => void): void {
  const reported = useRef(hear);
  useEffect(() => {
    reported.current = hear;
  });
  useEffect(() => {
    if (!running || importId === undefined) return undefined;
    let isOver = false;
    const timer = setInterval(() => {
      void call('importGet', { importId }).then(
        // What was asked before the last answer says less than that.
        (status) => isOver || reported.current(status),
        () => {
          // The network may come back: the import goes on in any case.
        },
      );
    }, pollMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [running, importId]);
}

/** Does one thing at a time: what begins ends what is under way, whose end is no failure. */
function useWork(fail: (error: unknown) => void) {
  const work = useRef<AbortController>(undefined);
  const stop = (): void => work.current?.abort();
  useEffect(() => () => work.current?.abort(), []);
  const start = (doing: (signal: AbortSignal) => Promise<void>): void => {
    stop();
    const { signal } = (work.current = new AbortController());
    void doing(signal).catch((error: unknown) => (signal.aborted ? undefined : fail(error)));
  };
  return { start, stop };
}

/** One import of a file into an entity, from choosing the file to what became of each row. */
export function useImport(
  entity: Entity,
  { choices, given }: { choices: ChoiceNames; given: CellRow },
  codesOf: (dict: string) => ReadonlySet<string> | undefined,
  onDone: () => void,
): Import {
  const [phase, setPhase] = useState<ImportPhase>('choose');
  const [mode, setModeState] = useState<ImportMode>('add');
  // A file that is still read is checked by the mode chosen meanwhile.
  const latestMode = useRef<ImportMode>('add');
  const [problem, setProblem] = useState<string>();
  const [file, setFile] = useState<ReadFile>();
  const [judged, setJudged] = useState<ReadonlyMap<number, JudgedRow>>(new Map());
  const [status, setStatus] = useState<ImportStatus>();

  usePolling(phase === 'running', status?.importId, (next) => {
    setStatus(next);
    if (next.state !== 'done') return;
    setPhase('finished');
    onDone();
  });
  const { start, stop } = useWork((error) => {
    setProblem(sayProblem(error));
    setPhase('choose');
  });

  const check = (table: ReadFile['table'], name: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const wanted = latestMode.current;
    const read = understand(entity, name, table, wanted, choices, given);
    if (typeof read === 'string') return Promise.reject(new Error(read));
    const found = checkLocally(entity, read, codesOf);
    setFile(read);
    setJudged(new Map(found));
    setPhase('checking');
    return checkByServer(entity, read, wanted, signal, setStatus, collector(found, setJudged)).then(() => {
      setJudged(found);
      setPhase('preview');
    });
  };
  const restart = (): void => {
    stop();
    setPhase('choose');
    setFile(undefined);
    setStatus(undefined);
    setJudged(new Map());
    setProblem(undefined);
  };

  return {
    phase,
    mode,
    problem,
    file,
    judged,
    status,
    restart,
    choose: (chosen) => {
      restart();
      setPhase('reading');
      start(async (signal) => check(await readPlain(chosen), chosen.name, signal));
    },
    setMode: (next) => {
      latestMode.current = next;
      setModeState(next);
      setProblem(undefined);
      if (file !== undefined) start(async (signal) => check(file.table, file.name, signal));
    },
    run: async () => {
      if (status === undefined) return;
      try {
        setStatus(await call('importRun', { importId: status.importId }));
        setPhase('running');
      } catch (error) {
        toast.failure(error, text('entityImport.failed'));
      }
    },
    downloadRefused: () =>
      status === undefined || file === undefined ? Promise.resolve() : saveRefused(entity, status.importId, file),
  };
}
