/**
 * Runs the benchmarks one after the other, each in a process of its own, and prints one table: `npm run bench [name ...] [--small]`.
 * A figure that falls short makes the exit code 1.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Figure, tableOf } from './support/report.ts';

/** The benchmarks, by file name. */
const benchmarks = [
  'fusion',
  're-fusion',
  'exception-list',
  'exception-list-embedded',
  'subscription-list',
  'trace-index',
  'incident-list',
  'freshness',
  'pipeline',
  'pipeline-two-workers',
  'fairness',
  'rule-replay',
  'mode-rules',
  'ais-ingest',
  'vehicle-gateway',
  'jobs',
  'rates',
  'parquet',
  'storage',
  'archive',
  'live-browsers',
  'restarts',
  'assistant',
  'budgets',
] as const;

/** Take hours: run when they are named. */
const onlyByName = ['truth-live', 'truth-sea', 'soak', 'failover', 'ten-million'] as const;

function runOne(name: string, options: readonly string[]): Promise<Figure[]> {
  return new Promise((resolve) => {
    const figures: Figure[] = [];
    const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), options);
    child.on('message', (message: { figures?: Figure[] }) => figures.push(...(message.figures ?? [])));
    child.on('exit', (code) => {
      if (figures.length === 0) {
        const why = code === 0 ? 'not possible on this machine' : `ended with ${code}`;
        figures.push({
          name,
          goal: '-',
          measured: why,
          beside: '-',
          ratio: '-',
          reached: code === 0 ? undefined : false,
        });
      }
      resolve(figures);
    });
  });
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const known: readonly string[] = [...benchmarks, ...onlyByName];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const name of wanted.length > 0 ? wanted : benchmarks) {
  console.error(`\n== ${name}`);
  figures.push(...(await runOne(name, options)));
}
console.log(`\n${tableOf(figures)}`);
if (figures.some(({ reached }) => reached === false)) process.exitCode = 1;
