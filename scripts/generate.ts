// Makes every generated file whose inputs changed; `--check` makes nothing and fails when one is stale.
// A costly file is not made again to compare: generated/inputs.json keeps a hash of what it was made from, and of itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource, root } from './lint/read-source.ts';

type Generator = {
  script: string;
  output: string;
  /** Files that the script reads, besides the code it imports. */
  reads: readonly string[];
  /** Packages whose data it reads. */
  packages: readonly string[];
};

/** Generators that compare by themselves, as they are quick. */
const quick = [
  'scripts/generate-call-paths.ts',
  'scripts/generate-schema.ts',
  'scripts/generate-contract-doc.ts',
  'scripts/generate-settings-doc.ts',
  'scripts/generate-metrics-doc.ts',
  'scripts/generate-decisions-doc.ts',
  'scripts/generate-retention-doc.ts',
  'scripts/generate-scale-doc.ts',
  'scripts/generate-menus.ts',
  'scripts/generate-why-doc.ts',
  'scripts/generate-connect-doc.ts',
  'scripts/generate-commands-doc.ts',
  'scripts/generate-analytics-doc.ts',
  'scripts/generate-clients.ts',
];

const costly: readonly Generator[] = [
  {
    script: 'scripts/generate-ports.ts',
    output: 'generated/ports.csv',
    reads: ['seeds/port-aliases.csv', 'seeds/port-corrections.csv', 'seeds/port-names-zh.csv'],
    packages: ['sea-ports', '@photostructure/tz-lookup', 'pinyin-pro'],
  },
  {
    script: 'scripts/generate-airports.ts',
    output: 'generated/airports.csv',
    reads: ['seeds/airport-corrections.csv', 'seeds/airport-names-zh.csv'],
    packages: ['airport-data-js', '@photostructure/tz-lookup'],
  },
  {
    script: 'scripts/generate-inland-zones.ts',
    output: 'generated/inland-zones.json',
    reads: ['seeds/inland-cities.csv', 'generated/airports.csv', 'generated/ports.csv'],
    packages: ['airport-data-js', '@photostructure/tz-lookup'],
  },
  {
    script: 'scripts/generate-sea-lanes.ts',
    output: 'generated/sea-lanes.json',
    reads: ['seeds/sea-channels.csv', 'seeds/sea-passages.csv', 'seeds/sea-waypoints.csv'],
    packages: ['world-atlas', 'topojson-client'],
  },
  {
    script: 'scripts/generate-map.ts',
    output: 'src/web/kit/map/land.json',
    reads: [],
    packages: ['world-atlas', 'topojson-client'],
  },
  {
    script: 'scripts/generate-map-names.ts',
    output: 'src/web/kit/map/names.json',
    reads: ['seeds/map-cities.csv', 'seeds/map-seas.csv', 'seeds/port-fences.csv', 'generated/ports.csv'],
    packages: [],
  },
];

const recordFile = join(root, 'generated', 'inputs.json');
type Recorded = Record<string, { inputs: string; output: string }>;
const recorded: Recorded = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
type Lock = { packages: Record<string, { version?: string }> };
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** The code of a file as it is compiled: layout and comments do not make a generated file stale. */
function codeOf(path: string, text: string): string {
  return JSON.stringify(parseSource(path, text).program, (key, value: unknown) =>
    ['start', 'end', 'range', 'loc', 'comments', 'raw'].includes(key) ? undefined : value,
  );
}

/** A script with all the code of ours that it imports. */
function codeBehind(script: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(script) || !existsSync(join(root, script))) return seen;
  const text = readFileSync(join(root, script), 'utf8');
  if (!script.endsWith('.ts')) return seen.set(script, text);
  seen.set(script, codeOf(script, text));
  for (const { target, typeOnly } of parseSource(script, text).imports) {
    if (target !== undefined && !typeOnly) codeBehind(target, seen);
  }
  return seen;
}

const sha256 = (parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

function stateOf(generator: Generator): { inputs: string; output: string } {
  const code = [...codeBehind(generator.script)].toSorted(([a], [b]) => (a < b ? -1 : 1)).flat();
  const data = generator.reads.flatMap((path) => [path, readFileSync(join(root, path), 'utf8')]);
  const versions = generator.packages.map((name) => `${name}@${lock.packages[`node_modules/${name}`]?.version ?? '?'}`);
  const output = join(root, generator.output);
  return {
    inputs: sha256([...code, ...data, ...versions]),
    output: existsSync(output) ? sha256([readFileSync(output, 'utf8')]) : '',
  };
}

function run(script: string, ...options: string[]): boolean {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

const isFresh = (generator: Generator): boolean => {
  const { inputs, output } = stateOf(generator);
  const known = recorded[generator.output];
  return known?.inputs === inputs && known.output === output;
};

function check(): boolean {
  const stale = costly.filter((generator) => !isFresh(generator));
  for (const { output } of stale) console.error(`${output} is stale: run npm run generate`);
  return quick.map((script) => run(script, '--check')).every(Boolean) && stale.length === 0;
}

function generate(): boolean {
  let done = quick.map((script) => run(script)).every(Boolean);
  for (const generator of costly) {
    if (isFresh(generator)) continue;
    done = run(generator.script) && done;
    recorded[generator.output] = stateOf(generator);
    writeFileSync(recordFile, `${JSON.stringify(recorded, undefined, 2)}\n`);
  }
  return done;
}

process.exitCode = (process.argv.includes('--check') ? check() : generate()) ? 0 : 1;
