import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

// Adds an entity exactly as CONTRIBUTING.md says, in a copy of the product, and runs what every entity has to pass.

const root = path.resolve(import.meta.dirname, '../../..');
const copy = mkdtempSync(path.join(tmpdir(), 'portolan-entity-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The code blocks of the walk-through by the file named in their first line. */
function blocks(): Map<string, string> {
  const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = /## A configuration entity\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block = '']) => {
      const lines = block.split('\n').map((line) => line.replace(/^ {3}/, ''));
      return [(lines[0] ?? '').replace(/^(\/\/|--) /, ''), lines.slice(1).join('\n')];
    }),
  );
}

const inFile = (name: string): string => path.join(copy, name);

function addEntity(): void {
  for (const name of ['package.json', 'tsconfig.json', 'vitest.config.ts', 'CONTRIBUTING.md'])
    cpSync(path.join(root, name), inFile(name));
  for (const name of ['src', 'generated', 'migrations', 'seeds', 'scripts'])
    cpSync(path.join(root, name), inFile(name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), inFile('node_modules'));
  const parts = blocks();
  expect([...parts.keys()]).toEqual(['src/entities/berth.ts', 'migrations/9000_berth.sql', 'in src/entities/index.ts']);
  for (const name of ['src/entities/berth.ts', 'migrations/9000_berth.sql'])
    writeFileSync(inFile(name), parts.get(name) ?? '');
  const index = readFileSync(inFile('src/entities/index.ts'), 'utf8');
  const line = (parts.get('in src/entities/index.ts') ?? '').trim();
  writeFileSync(
    inFile('src/entities/index.ts'),
    `import { berth } from './berth.ts';\n${index.replace('} as const;', `  ${line}\n} as const;`)}`,
  );
}

/** Uses the new calls, so that wrong types are found. */
const probe = `import type { CallData, CallInput } from './index.ts';
export const name: string = ({} as CallData<'berth.query'>).records[0]!.berthName;
export const depth: number | null = ({} as CallData<'berth.get'>).depthM;
export const change: CallInput<'berth.update'> = { berthId: '1', depthM: 12.5, recordVersion: 1 };
// @ts-expect-error -- no such field
export const wrong = ({} as CallData<'berth.get'>).berthColour;
`;

const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST_DATABASE)/.test(name)),
);

type Report = {
  numPassedTests: number;
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
};

/** Runs a tool in the copy; its output, and its exit code. */
async function run(script: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: copy,
      env: plainEnvironment,
      maxBuffer: 20_000_000,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const failed = error as { code?: number; stdout?: string; stderr?: string };
    return { code: failed.code ?? 1, output: `${failed.stdout ?? ''}${failed.stderr ?? ''}` };
  }
}

test('a declaration, a migration and one line make a working entity', { timeout: 400_000 }, async () => {
  addEntity();
  expect(await run('scripts/generate-schema.ts', [])).toMatchObject({ code: 0 });
  expect(readFileSync(inFile('generated/schema.ts'), 'utf8')).toContain('BerthTable');

  writeFileSync(inFile('src/contract/berth-probe.ts'), probe);
  writeFileSync(
    inFile('tsconfig.probe.json'),
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: { types: ['node'] }, include: ['src/contract'] }),
  );
  expect(await run('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.probe.json'])).toEqual({ code: 0, output: '' });

  const suites = ['src/server/entity/entities.db.test.ts', 'src/server/entity/agreement.test.ts'];
  const tests = await run('node_modules/vitest/vitest.mjs', [
    'run',
    '--project',
    'unit',
    '--project',
    'db-embedded',
    '--reporter',
    'json',
    '--outputFile',
    'report.json',
    '-t',
    '^berth ',
    ...suites,
  ]);
  const report = JSON.parse(readFileSync(inFile('report.json'), 'utf8')) as Report;
  const failures = report.testResults.flatMap((file) => [
    ...(file.message === '' ? [] : [file.message]),
    ...file.assertionResults.filter((result) => result.status === 'failed').map((result) => result.fullName),
  ]);
  expect({ code: tests.code, failures }).toEqual({ code: 0, failures: [] });
  expect(report.numPassedTests).toBeGreaterThan(30);
});
