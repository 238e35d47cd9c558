import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launchFlags } from '../node-flags.mjs';
import { checkLayers, readWings } from './layers.ts';
import { checkPurity } from './purity.ts';
import { type Finding, parseSource, root, type SourceFile } from './read-source.ts';
import { checkTerms } from './terms.ts';
import {
  checkFileName,
  checkLaunches,
  checkLoadable,
  checkLocks,
  checkNames,
  checkReads,
  checkText,
  checkTimed,
  checkWaits,
} from './style.ts';
import { checkSuiteInputs } from './suite-inputs.ts';
import { checkUnknownYet } from './unknown-yet.ts';

const run = (rule: (file: SourceFile) => Finding[], path: string, text: string): string[] =>
  rule(parseSource(path, text)).map(({ line, message }) => `${line}: ${message}`);

describe('imports go one way', () => {
  test.each([
    ['src/domain/a.ts', '#server/platform/db/database.ts', 'domain must not import platform'],
    ['src/shared/a.ts', '#domain/b.ts', 'shared must not import domain'],
    ['src/contract/a.ts', '#server/app.ts', 'contract must not import app'],
    ['src/server/platform/db/a.ts', '../../modules/auth/index.ts', 'platform must not import modules'],
    [
      'src/server/connectors/dcsa/a.ts',
      '#server/modules/administration/auth/index.ts',
      'connectors must not import modules',
    ],
    ['src/server/app.ts', '#simulator/index.ts', 'app must not import simulator'],
    ['src/simulator/a.ts', '#domain/b.ts', 'simulator must not import domain'],
    ['src/web/kit/a.ts', '#server/app.ts', 'web must not import app'],
    ['src/web/base/a.ts', '#web/kit/b.ts', 'base must not import kit'],
    ['src/web/kit/a.ts', '#generated/schema.ts', 'web must not import generated'],
    ['src/server/platform/a.ts', '#generated/web/base/b.ts', 'platform must not import web'],
    ['src/contract/a.ts', '#generated/web/base/b.ts', 'contract must not import web'],
    ['src/web/kit/a.ts', '#web/app/b.ts', 'kit must not import app'],
    ['src/web/kit/a.ts', '#web/features/administration/login/b.ts', 'kit must not import features'],
    ['src/web/entity/a.ts', '../shell/b.ts', 'entity must not import shell'],
    ['src/web/kit/a.ts', '#web/unknown/b.ts', 'kit must not import unknown'],
    ['src/server/modules/administration/auth/a.ts', '../push/queries.ts', 'only through its index.ts'],
    ['src/web/features/administration/login/a.ts', '../password/b.ts', 'never imports another feature'],
    [
      'src/server/modules/network/sailing/a.ts',
      '#server/modules/commerce/order/index.ts',
      'network must not use commerce',
    ],
    ['src/domain/network/a.ts', '../commerce/b.ts', 'network must not use commerce'],
    ['src/contract/network/a.ts', '../commerce/b.ts', 'network must not use commerce'],
    ['src/server/app.ts', '#testing/factories.ts', 'only tests import'],
  ])('%s must not import %s', (path, specifier, complaint) => {
    const found = run(checkLayers, path, `import { x } from '${specifier}';\nx();`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(complaint);
  });

  test.each([
    ['src/server/main.ts', '#simulator/index.ts'],
    ['src/server/modules/administration/auth/a.ts', '../push/index.ts'],
    ['src/server/modules/commerce/order/a.ts', '#server/modules/network/sailing/index.ts'],
    ['src/server/modules/network/sailing/a.ts', '#domain/commerce/order/a.ts'],
    ['src/server/modules/administration/auth/a.ts', './queries.ts'],
    ['src/web/app/pages.ts', '#web/features/administration/login/page.ts'],
    ['src/web/kit/a.ts', '#contract/paths.ts'],
    ['src/web/kit/a.ts', '#web/base/b.ts'],
    ['src/web/base/a.ts', '#generated/web/base/b.ts'],
    ['src/web/main.tsx', '#web/app/b.ts'],
    ['src/domain/a.test.ts', '#simulator/index.ts'],
    ['src/server/app.ts', 'fastify'],
    ['src/server/app.ts', '../../package.json'],
  ])('%s may import %s', (path, specifier) => {
    expect(run(checkLayers, path, `import { x } from '${specifier}';\nx();`)).toEqual([]);
  });

  test('re-exports and imports at run time count too', () => {
    const text = "export { x } from '#server/app.ts';\nexport const load = () => import('#server/app.ts');";
    expect(run(checkLayers, 'src/domain/a.ts', text)).toHaveLength(2);
  });
});

test('two files that use only types of each other are a circle too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'circle-'));
  try {
    writeFileSync(join(folder, 'a.ts'), "import type { B } from './b.ts';\nexport type A = { b: B };\n");
    writeFileSync(join(folder, 'b.ts'), "import type { A } from './a.ts';\nexport type B = { a?: A };\n");
    writeFileSync(join(folder, 'c.ts'), "import type { A } from './a.ts';\nexport type C = { a: A };\n");
    const linter = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const { stdout } = spawnSync(
      process.execPath,
      [linter, '-c', join(root, '.oxlintrc.json'), '-f', 'unix', '--threads', '1', folder],
      { encoding: 'utf8' },
    );
    expect([...stdout.matchAll(/([a-z])\.ts:.*no-cycle/g)].map(([, name]) => name).sort()).toEqual(['a', 'b']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the table of wings is read', () => {
  const table = '| Wing | What for | May use |\n| --- | --- | --- |\n| **a** | x, y | – |\n| **b** | z | a, c |\n';
  expect([...readWings(table)]).toEqual([
    ['a', []],
    ['b', ['a', 'c']],
  ]);
});

test('names are locked in one place', () => {
  const text = "export const lock = 'select pg_advisory_xact_lock(1)';";
  expect(run(checkLocks, 'src/server/modules/intake/edi/a.ts', text)).toEqual([
    '1: use lockName or keepCap (platform/db/lock-name.ts)',
  ]);
  expect(run(checkLocks, 'src/server/platform/db/lock-name.ts', text)).toEqual([]);
});

describe('pure code', () => {
  test.each([
    'export const x = Date.now();',
    'export const x = new Date();',
    'export const x = Date();',
    'export const x = Math.random();',
    'export const x = globalThis.Math.random();',
    "export const x = process.env['X'];",
    "export const x = () => fetch('http://x');",
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');",
    'export const x = () => setTimeout(() => {}, 1);',
    'export const x = () => crypto.randomUUID();',
  ])('%s is refused in domain and shared, and nowhere else', (text) => {
    expect(run(checkPurity, 'src/domain/x.ts', text).length).toBeGreaterThan(0);
    expect(run(checkPurity, 'src/shared/x.ts', text).length).toBeGreaterThan(0);
    expect(run(checkPurity, 'src/domain/x.test.ts', text)).toEqual([]);
    expect(run(checkPurity, 'src/server/x.ts', text)).toEqual([]);
  });

  test('a date made of an argument, and words in texts and comments, are fine', () => {
    const text =
      "// Date.now is banned\nexport const x = (at: number) => [new Date(at), Date.UTC(2026), 'Math.random()'];";
    expect(run(checkPurity, 'src/domain/x.ts', text)).toEqual([]);
  });
});

describe('what Node cannot load', () => {
  test.each([
    ["import { x } from './a';\nx();", 'with the extension'],
    ["import { x } from './a.js';\nx();", 'the file is .ts'],
    ["import { x } from '#shared/a.js';\nx();", 'the file is .ts'],
    ['@dec class A {}\nexport { A };', 'a decorator'],
    ['export class A { @dec run() {} }', 'a decorator'],
  ])('%s', (text, complaint) => {
    expect(run(checkLoadable, 'src/server/x.ts', text)[0]).toContain(complaint);
  });

  test('a component outside the web application is refused', () => {
    expect(run(checkLoadable, 'src/server/X.tsx', 'export const x = 1;')).toHaveLength(1);
    expect(run(checkLoadable, 'src/testing/X.tsx', 'export const x = 1;')).toEqual([]);
    expect(run(checkLoadable, 'src/web/X.tsx', "import './x.css';\nexport const x = 1;")).toEqual([]);
  });
});

describe('names and size', () => {
  test('named exports only', () => {
    expect(run(checkNames, 'src/shared/x.ts', 'export default 1;')).toHaveLength(1);
    expect(run(checkNames, 'src/shared/x.ts', 'const x = 1;\nexport { x as default };')).toHaveLength(1);
  });

  test('the match hooks of the router are banned in the web application', () => {
    const text = "import { useSearch as s, Link } from '@tanstack/react-router';\ns(Link);";
    expect(run(checkNames, 'src/web/a.ts', text)).toEqual(['1: useSearch throws in a hidden tab: use usePageSearch']);
  });

  test('windows of antd are opened by the kit alone', () => {
    const text = "import { Button, Modal } from 'antd';\nModal(Button);";
    expect(run(checkNames, 'src/web/features/administration/a/A.tsx', text)).toEqual([
      '1: Modal of antd: use AppDialog or DetailDrawer',
    ]);
    expect(run(checkNames, 'src/web/kit/A.tsx', text)).toEqual([]);
  });

  test('a page has no fixed ids: it may be open in two tabs', () => {
    const text = 'export const x = <label id="a" htmlFor={b} title="c" />;';
    const found = ['1: a fixed id: a page that is open in two tabs has it twice; use useId'];
    expect(run(checkNames, 'src/web/features/exceptions/a/A.tsx', text)).toEqual(found);
    expect(run(checkNames, 'src/web/shell/A.tsx', text)).toEqual([]);
  });

  test('a file of more than 400 lines is refused, a test as well', () => {
    expect(run(checkText, 'src/shared/x.ts', 'f();\n'.repeat(400))).toEqual([]);
    expect(run(checkText, 'src/shared/x.ts', 'f();\n'.repeat(401))).toHaveLength(1);
    expect(run(checkText, 'src/shared/x.test.ts', 'f();\n'.repeat(400))).toEqual([]);
    expect(run(checkText, 'src/shared/x.test.ts', 'f();\n'.repeat(401))).toHaveLength(1);
  });

  test('nothing is left open', () => {
    expect(run(checkText, 'src/shared/x.ts', '// TODO later')).toEqual(['1: something is left open']);
  });

  test('a text uses the term of the glossary', () => {
    const text = "const a = 'Put aside';\nconst b = '为什么';\nconst c = '异常会自愈';";
    expect(run(checkTerms, 'src/web/kit/a.texts.ts', text)).toEqual([
      '1: "Put aside": the term is "Snoozed"',
      '3: "自愈": the term is "自动恢复"',
    ]);
    expect(run(checkTerms, 'src/server/a.ts', text)).toEqual([]);
  });

  test('file names', () => {
    expect(run(checkFileName, 'src/shared/someName.ts', '')).toHaveLength(1);
    expect(run(checkFileName, 'src/web/kit/Pager.tsx', '')).toEqual([]);
    expect(run(checkFileName, 'src/shared/some-name.db.test.ts', '')).toEqual([]);
  });
});

describe('database.query reads', () => {
  const path = 'src/server/modules/administration/x/x.db.test.ts';
  test.each(['insert into t values (1) returning id', ' update t set a = 1', 'delete from t'])(
    '%s is refused',
    (sql) => {
      expect(run(checkReads, path, `await database.query<Row>(\`${sql}\`, [1]);`)).toHaveLength(1);
      expect(run(checkReads, path, `await database.query('${sql}');`)).toHaveLength(1);
      expect(run(checkReads, path, `await database.execute('${sql}');`)).toEqual([]);
    },
  );

  test('other statements and other objects may be', () => {
    expect(run(checkReads, path, "await database.query('select 1'); await client.query('delete from t');")).toEqual([]);
  });
});

test('what comes by itself is awaited with a limit', () => {
  expect(run(checkWaits, 'src/a.test.ts', 'await vi.waitFor(() => 1);')).toEqual([
    '1: vi.waitFor without a limit: use soon (#testing/soon.ts)',
  ]);
  expect(run(checkWaits, 'src/a.test.ts', 'await vi.waitFor(() => 1, soon); await waitFor(() => 1);')).toEqual([]);
});

test('limits of computation are in time of the thread', () => {
  const limit = 'expect(performance.now() - begun).toBeLessThan(2);';
  expect(run(checkTimed, 'src/a.test.ts', limit)).toHaveLength(1);
  expect(run(checkTimed, 'src/a.test.ts', 'const used = process.cpuUsage(before);')).toHaveLength(1);
  expect(run(checkTimed, 'src/a.db.test.ts', limit)).toEqual([]);
  expect(run(checkTimed, 'src/a.test.ts', 'const until = performance.now() + 2;')).toEqual([]);
});

describe('processes that Node starts have no inspector that a signal opens', () => {
  const starts = (flags: string): string =>
    `import { spawn } from 'node:child_process';\nspawn(process.execPath, [${flags}'src/robot/main.ts']);`;

  test('in the product, and where the product and agents are started', () => {
    for (const path of ['src/simulator/a.ts', 'bench/a.ts', 'e2e/support/a.ts']) {
      expect(run(checkLaunches, path, starts(''))).toEqual(['1: starts Node without --disable-sigusr1']);
      expect(run(checkLaunches, path, starts("'--disable-sigusr1', "))).toEqual([]);
      expect(run(checkLaunches, path, starts('...launchFlags, '))).toEqual([]);
    }
    expect(run(checkLaunches, 'src/a.ts', "import { fork } from 'node:child_process';\nfork('a');")).toHaveLength(1);
    expect(run(checkLaunches, 'scripts/a.ts', starts(''))).toEqual([]);
  });

  test('by npm start and npm run', () => {
    for (const name of ['start.mjs', 'run.mjs'])
      expect(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')).toMatch(
        /spawn\(node, \[[^\]]*\.\.\.launchFlags/,
      );
    expect(launchFlags).toContain('--disable-sigusr1');
  });
});

test('a suite imports nothing that does not count as its input', () => {
  const files = [
    parseSource('src/server/a.db.test.ts', "import { b } from '#server/b.ts';\nb();"),
    parseSource('src/server/b.ts', "import { c } from '#web/c.ts';\nexport const b = c;"),
    parseSource('src/web/c.ts', 'export const c = 1;'),
  ];
  expect(checkSuiteInputs(files).map(({ path, message }) => `${path}: ${message.slice(0, 18)}`)).toEqual([
    'src/web/c.ts: suite db-postgres ',
    'src/web/c.ts: suite db-embedded ',
  ]);
});

test.each([
  ["const text = t('jobs.lines', { count: query.data?.total ?? 0 });", 1],
  ["const text = t('jobs.lines', { count: data.total });", 0],
  ['const x = <Table loading={query.isPending} locale={{ emptyText: <b /> }} />;', 1],
  ['const x = <Table locale={{ emptyText: <b /> }} />;', 0],
  ['const all = query.data?.records ?? [];\nconst x = <>{all.length === 0 && <p />}</>;', 1],
  ['const all = query.data ?? [];\nconst x = <>{all.length === 0 && !query.isPending && <p />}</>;', 0],
])('what is not known yet is not nothing: %s (%i)', (text, count) => {
  expect(run(checkUnknownYet, 'src/web/features/execution/jobs/X.tsx', text)).toHaveLength(count);
});
