import { fork } from 'node:child_process';
import { applied, type Mutant, mutantLine, mutantsOf, textOf } from './mutants.ts';
import type { MutatedFile } from './mutated-files.ts';

/** What became of the mutants of a file; `alive` are those that no test saw. */
export type Score = { path: string; mutants: number; killed: number; alive: readonly string[] };

/** What the process that runs tests reports: nothing changed and all is well, or a mutant by its place in the order. */
export type Report = { ready: boolean } | { mutant: number; killed: boolean };

/** What it is asked: to try these mutants, from one on. */
export type Order = { file: MutatedFile; tries: readonly { mutant: number; text: string }[] };

const child = new URL('./mutant-process.ts', import.meta.url);

// Tests of one mutant take a second; a machine with much else to do takes many times as long.
const silentMs = 120_000;

/** Tries mutants until the process ends or is silent for too long, as in a loop without an end; the reports that came. */
function tryInProcess(order: Order): Promise<{ ready: boolean | undefined; reports: Map<number, boolean> }> {
  return new Promise((resolve) => {
    const worker = fork(child, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const reports = new Map<number, boolean>();
    let ready: boolean | undefined;
    const timer = setTimeout(() => worker.kill('SIGKILL'), silentMs);
    worker.on('message', (report: Report) => {
      timer.refresh();
      if ('ready' in report) ({ ready } = report);
      else reports.set(report.mutant, report.killed);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      resolve({ ready, reports });
    });
    worker.send(order);
  });
}

/** Changes a file in all small ways, one at a time, and counts those that make a test fail. */
export async function scoreOf(file: MutatedFile): Promise<Score> {
  const source = textOf(file.path);
  const all = mutantsOf(file.path, source);
  const waiting = new Map(all.entries());
  const alive: Mutant[] = [];
  while (waiting.size > 0) {
    const tries = [...waiting].map(([mutant, one]) => ({ mutant, text: applied(source, one) }));
    const { ready, reports } = await tryInProcess({ file, tries });
    const problem = ready === undefined ? 'did not run' : 'fail without any change';
    if (ready !== true) throw new Error(`${file.path}: its tests ${problem}: ${file.tests.join(', ')}`);
    for (const [mutant, killed] of reports) {
      const one = waiting.get(mutant);
      if (!killed && one !== undefined) alive.push(one);
      waiting.delete(mutant);
    }
    // The one under way when the process ended: it was seen, as tests that never end are no success.
    const [current] = waiting.keys();
    if (current !== undefined) waiting.delete(current);
  }
  return {
    path: file.path,
    mutants: all.length,
    killed: all.length - alive.length,
    alive: alive.map((mutant) => mutantLine(source, mutant)),
  };
}
