import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

// Does what the recipes of CONTRIBUTING.md say, in a copy of the product, and runs what the results have to pass.

const root = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'portolan-walk-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The code blocks of a section by what their first line says: the file they are, or the one they are added to. */
function blocks(title: string): Map<string, string> {
  const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = new RegExp(`## ${title}\n([\\s\\S]*?)\n## `).exec(text)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block = '']) => {
      const lines = block.split('\n').map((line) => line.replace(/^ {3}/, ''));
      return [(lines[0] ?? '').replace(/^(\/\/|--) /, ''), lines.slice(1).join('\n')];
    }),
  );
}

const inFile = (name: string): string => path.join(copy, name);

function copyProduct(): void {
  for (const name of ['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts', 'CONTRIBUTING.md'])
    cpSync(path.join(root, name), inFile(name));
  for (const name of ['src', 'generated', 'migrations', 'seeds', 'scripts'])
    cpSync(path.join(root, name), inFile(name), { recursive: true });
  cpSync(path.join(root, 'docs/whose-doing.md'), inFile('docs/whose-doing.md'));
  symlinkSync(path.join(root, 'node_modules'), inFile('node_modules'));
}

/** Where a list of the product begins that lines are added to. */
const beginnings: Readonly<Record<string, string>> = {
  'src/entities/index.ts': 'export const entities = {\n',
  'src/lists/index.ts': 'export const lists = {\n',
  'src/server/product.ts': 'readonly Module<Parts>[] = [\n',
  'src/server/modules/administration/housekeeping/retention.ts': 'const platform: Record<string, Keeping> = {\n',
  'src/web/app/page-list.ts': 'readonly PageManifest[] = [\n',
  'src/domain/exceptions/rules/index.ts': 'readonly ExceptionRule[] = [\n',
  'seeds/exception-types.csv': ',severity,source\n',
  'docs/whose-doing.md': '| --- | --- | --- |\n',
  'src/server/connectors/profiles/index.ts': 'readonly SourceProfile[] = [\n',
  'src/server/connectors/profiles/profiles.test.ts':
    'const demands: Record<string, { token?: Check; events: Check }> = {\n',
  'src/server/modules/tracking/gate-move/index.ts': 'export const gateMove = defineModule({\n',
};

/** Puts imports at the beginning of a file, and the other line into its list. */
function addLines(name: string, block: string): void {
  const text = readFileSync(inFile(name), 'utf8');
  const beginning = beginnings[name] ?? '';
  expect([name, beginning !== '' && text.includes(beginning)]).toEqual([name, true]);
  const lines = block.trim().split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const entries = lines.filter((line) => !line.startsWith('import '));
  const indent = name.endsWith('.ts') ? '  ' : '';
  const added = text.replace(beginning, `${beginning}${entries.map((line) => `${indent}${line}\n`).join('')}`);
  writeFileSync(inFile(name), [...imports, added].join('\n'));
}

/** Does what a section says; gives the files it names. */
function walkThrough(title: string): string[] {
  const parts = blocks(title);
  for (const [name, block] of parts) {
    if (name.startsWith('in ')) {
      addLines(name.slice(3), block);
    } else {
      mkdirSync(path.dirname(inFile(name)), { recursive: true });
      writeFileSync(inFile(name), block);
    }
  }
  return [...parts.keys()];
}

/** Uses the new calls, so that wrong types are found. */
const probe = `import type { CallData, CallInput } from './index.ts';
export const name: string = ({} as CallData<'berth.query'>).records[0]!.berthName;
export const depth: number | null = ({} as CallData<'berth.get'>).depthM;
export const change: CallInput<'berth.update'> = { berthId: '1', depthM: 12.5, recordVersion: 1 };
// @ts-expect-error -- no such field
export const wrong = ({} as CallData<'berth.get'>).berthColour;
export const way: 'in' | 'out' = ({} as CallData<'gateMoves.list'>).records[0]!.way;
export const asked: CallInput<'gateMoves.list'> = { containerNo: ['MSCU1234566'], way: ['in'], currentPage: 2 };
// @ts-expect-error -- no such column
export const noColumn = ({} as CallData<'gateMoves.list'>).records[0]!.colour;
`;

/** Types that what is added makes larger: a table or an object that names all of them may lack the new one. */
const growing =
  /\b(?:(?:Call|Entity|List|Table|Menu)(?:Name|Code|Path)|keyof|TABLES)\b|typeof (?:entities|lists|calls|paths)\b/;

/** What is not checked again: tests, a third of the types, except those that name what grows or what was added. */
const untouchedTests = (added: readonly string[]): string[] =>
  globSync('src/**/*.test.{ts,tsx}', { cwd: copy }).filter(
    (file) => !added.includes(file) && !growing.test(readFileSync(inFile(file), 'utf8')),
  );

const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST_DATABASE)/.test(name)),
);

type Report = {
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
};

/** Runs tests in the copy, those of what was added; the names of those that passed. */
async function runTests(files: readonly string[]): Promise<string[]> {
  const projects = ['--project', 'unit', '--project', 'db-embedded'];
  const reporting = ['--reporter', 'json', '--outputFile', 'report.json'];
  const names =
    '^berth |gateMoves |^gate-moves |every table|^same-ports|both languages|table of the document|^example-line|names a declared field';
  // One worker loads the server once.
  const { code } = await run('node_modules/vitest/vitest.mjs', [
    'run',
    '--maxWorkers=1',
    ...projects,
    ...reporting,
    '-t',
    names,
    ...files,
  ]);
  const { testResults } = JSON.parse(readFileSync(inFile('report.json'), 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = [
    ...testResults.map(({ message }) => message).filter((message) => message !== ''),
    ...results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  ];
  expect({ code, failures }).toEqual({ code: 0, failures: [] });
  return results.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName);
}

/** Runs a tool in the copy; its output, and its exit code. */
async function run(script: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: copy,
      // Memory is collected earlier, as `npm run types` has it.
      env: { ...plainEnvironment, GOGC: '50' },
      maxBuffer: 20_000_000,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const failed = error as { code?: number; stdout?: string; stderr?: string };
    return { code: failed.code ?? 1, output: `${failed.stdout ?? ''}${failed.stderr ?? ''}` };
  }
}

test(
  'the recipes of CONTRIBUTING make an entity, a data page, a rule, a carrier and a run',
  { timeout: 900_000 },
  async () => {
    copyProduct();
    const ofEntity = walkThrough('A configuration entity');
    expect(ofEntity).toHaveLength(3);
    // Six files and four lines, as it says.
    const named = walkThrough('A data page: a list of something');
    expect(named.filter((name) => !name.startsWith('in '))).toHaveLength(6);
    expect(named.filter((name) => name.startsWith('in '))).toHaveLength(4);

    const ofRule = walkThrough('An exception rule');
    expect(ofRule).toHaveLength(5);
    const ofCarrier = walkThrough('A carrier with an interface of DCSA');
    expect(ofCarrier).toHaveLength(3);
    const ofRun = walkThrough('A run: work over many rows with progress');
    expect(ofRun).toHaveLength(3);

    for (const script of ['scripts/generate-schema.ts', 'scripts/generate-menus.ts'])
      expect(await run(script, [])).toMatchObject({ code: 0 });
    expect(readFileSync(inFile('generated/schema.ts'), 'utf8')).toMatch(/BerthTable[\s\S]*GateMoveTable/);
    expect(readFileSync(inFile('src/shared/reference/menus.ts'), 'utf8')).toContain("'/gate-moves'");

    writeFileSync(inFile('src/contract/walk-through-probe.ts'), probe);
    const checked = {
      // What is known about the types of the project itself stays as it is.
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      include: ['src'],
      exclude: untouchedTests([...ofEntity, ...named, ...ofRule, ...ofCarrier, ...ofRun]),
    };
    writeFileSync(inFile('tsconfig.probe.json'), JSON.stringify({ extends: './tsconfig.json', ...checked }));
    const types = run('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.probe.json']);

    const report = await runTests([
      'src/server/entity/entities.db.test.ts',
      'src/server/entity/agreement.test.ts',
      'src/server/list/lists.db.test.ts',
      'src/server/modules/administration/housekeeping/retention.db.test.ts',
      'src/server/modules/tracking/gate-move/gate-move.db.test.ts',
      'src/server/modules/tracking/gate-move/rename-carrier.db.test.ts',
      'src/domain/exceptions/rules/same-ports.test.ts',
      'src/domain/exceptions/rules/index.test.ts',
      'src/domain/exceptions/whose-doing.test.ts',
      'src/server/connectors/profiles/profiles.test.ts',
    ]);
    expect(await types).toEqual({ code: 0, output: '' });
    const passed = (word: RegExp): number => report.filter((name) => word.test(name)).length;
    expect(passed(/^berth /)).toBeGreaterThan(30);
    expect(passed(/gateMoves /)).toBeGreaterThan(8);
    expect(passed(/^gate-moves /)).toBe(2);
    expect(passed(/^same-ports /)).toBe(1);
    expect(passed(/^all rules |table of the document/)).toBe(2);
    expect(passed(/^example-line /)).toBeGreaterThan(1);
  },
);
