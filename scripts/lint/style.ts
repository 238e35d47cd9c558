import { type ESTree, Visitor } from 'vite';
import { type Finding, lineAt, type SourceFile } from './read-source.ts';

const longestFile = 400;
const openEnds = /\b(?:TODO|FIXME)\b|coming soon|敬请期待/i;
const matchHooks = new Set(['useSearch', 'useParams', 'useLoaderData', 'useMatch']);

const antdWindows = new Set(['Drawer', 'Modal']);

const findingsOf = (file: SourceFile) => {
  const findings: Finding[] = [];
  return {
    findings,
    complain: (line: number, message: string): void => void findings.push({ path: file.path, line, message }),
  };
};

/** A file is short enough to be read at once, and nothing in it is left open. */
export function checkText(file: SourceFile): Finding[] {
  const { findings, complain } = findingsOf(file);
  const lines = file.text.replace(/\n$/, '').split('\n');
  if (lines.length > longestFile) complain(longestFile + 1, `${lines.length} lines, at most ${longestFile}`);
  lines.forEach((line, index) => {
    // The rule itself and its test have to name what they look for.
    if (!file.path.startsWith('scripts/lint/') && openEnds.test(line)) complain(index + 1, 'something is left open');
  });
  return findings;
}

/** What Node cannot load by type stripping, though the compiler accepts it. */
export function checkLoadable(file: SourceFile): Finding[] {
  const { findings, complain } = findingsOf(file);
  for (const { specifier, target, line } of file.imports) {
    if (target === undefined) continue;
    const name = specifier.replace(/\?.*$/, '').split('/').at(-1) ?? '';
    if (!name.includes('.')) complain(line, `${specifier}: an import names its file with the extension`);
    if (/\.jsx?$/.test(name) && !target.startsWith('src/web/public/')) complain(line, `${specifier}: the file is .ts`);
  }
  const decorated = (node: { decorators?: readonly ESTree.Decorator[] }): void => {
    for (const decorator of node.decorators ?? []) complain(lineAt(file.text, decorator.start), 'a decorator');
  };
  const server = !file.path.startsWith('src/web/');
  // Tests of screens are built before they run, and so are their helpers.
  const built = !server || file.path.startsWith('src/testing/');
  if (!built && file.path.endsWith('.tsx')) complain(1, '.tsx lives under src/web and src/testing only');
  new Visitor({
    ClassDeclaration: decorated,
    ClassExpression: decorated,
    MethodDefinition: decorated,
    PropertyDefinition: decorated,
  }).visit(file.program);
  return findings;
}

/** Files whose elements exist once in the document; a page in tabs exists as often as it is open. */
const existOnce = /^src\/web\/(?:shell|features\/administration)\//;

/** Named exports only, no hooks of the router that throw in a hidden page, no windows but those of the kit, no ids that two tabs share. */
export function checkNames(file: SourceFile): Finding[] {
  const { findings, complain } = findingsOf(file);
  // The one place where a tool wants a default export.
  if (file.defaultExport && file.path !== 'e2e/support/setup.ts') complain(1, 'a default export: named exports only');
  if (!file.path.startsWith('src/web/')) return findings;
  new Visitor({
    JSXAttribute: ({ name, value, start }) => {
      const isId = name.name === 'id' || name.name === 'htmlFor';
      if (isId && value?.type === 'Literal' && !existOnce.test(file.path) && !file.path.includes('.test.'))
        complain(lineAt(file.text, start), 'a fixed id: a page that is open in two tabs has it twice; use useId');
    },
    ImportDeclaration: (node) => {
      const windows = node.source.value === 'antd' && !file.path.startsWith('src/web/kit/');
      if (!windows && !node.source.value.startsWith('@tanstack/react-router')) return;
      for (const entry of node.specifiers) {
        if (entry.type !== 'ImportSpecifier' || entry.imported.type !== 'Identifier') continue;
        if (windows && antdWindows.has(entry.imported.name))
          complain(lineAt(file.text, entry.start), `${entry.imported.name} of antd: use AppDialog or DetailDrawer`);
        if (!windows && matchHooks.has(entry.imported.name)) {
          complain(lineAt(file.text, entry.start), `${entry.imported.name} throws in a hidden tab: use usePageSearch`);
        }
      }
    },
  }).visit(file.program);
  return findings;
}

const writes = /^\s*(?:insert|update|delete)\b/i;
// The test that the read connection refuses a write.
const triesToWrite = 'src/server/platform/db/postgres-engine.db.test.ts';

/** `database.query` reads: on PostgreSQL its connection is read-only, the embedded database would accept a write. */
export function checkReads(file: SourceFile): Finding[] {
  const { findings, complain } = findingsOf(file);
  if (!file.path.startsWith('src/') || file.path === triesToWrite) return findings;
  new Visitor({
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name !== 'query' || callee.object.type !== 'Identifier' || callee.object.name !== 'database')
        return;
      const text =
        first?.type === 'TemplateLiteral'
          ? first.quasis[0]?.value.raw
          : first?.type === 'Literal'
            ? first.value
            : undefined;
      if (typeof text === 'string' && writes.test(text))
        complain(lineAt(file.text, start), 'database.query reads only: use database.execute to write');
    },
  }).visit(file.program);
  return findings;
}

const locksNames = new Set(['src/server/platform/db/lock-name.ts', 'src/server/platform/db/migrate.ts']);

/** Names are locked in one place: anyone who locks the same thing uses the same name in the same way. */
export function checkLocks(file: SourceFile): Finding[] {
  const { findings, complain } = findingsOf(file);
  if (!file.path.startsWith('src/server/') || locksNames.has(file.path)) return findings;
  file.text.split('\n').forEach((line, index) => {
    if (line.includes('pg_advisory_xact_lock'))
      complain(index + 1, 'use lockName or keepCap (platform/db/lock-name.ts)');
  });
  return findings;
}

const isLaunch = (path: string, text: string): boolean =>
  path.startsWith('src/')
    ? !/\.test\.tsx?$|^src\/testing\//.test(path) && /\bfork\(|\bspawn\(\s*process\.execPath/.test(text)
    : /^(bench|e2e)\//.test(path) && /(server|robot)\/main\.ts'|serverEntry\(/.test(text) && /\bspawn\(/.test(text);

/** A process of the product or of an agent is started so that no signal opens its inspector. */
export function checkLaunches({ path, text, imports }: SourceFile): Finding[] {
  const starts = imports.some(({ specifier }) => specifier === 'node:child_process') && isLaunch(path, text);
  if (!starts || /--disable-sigusr1|\.\.\.launchFlags/.test(text)) return [];
  return [{ path, line: 1, message: 'starts Node without --disable-sigusr1' }];
}

/** A limit in real time fails on a busy machine; the time of the thread does not depend on other processes. */
export function checkTimed({ path, text }: SourceFile): Finding[] {
  if (!path.startsWith('src/') || !path.endsWith('.test.ts') || path.endsWith('.db.test.ts')) return [];
  return [...text.matchAll(/performance\.now\(\) - |\bcpuUsage\(/g)].map(({ index }) => ({
    path,
    line: lineAt(text, index),
    message: 'measures real time or the whole process: use timed (#testing/fuzz.ts)',
  }));
}

/** `vi.waitFor` gives up after a second unless it has a limit: too early on a busy machine. */
export function checkWaits(file: SourceFile): Finding[] {
  const { findings, complain } = findingsOf(file);
  new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'waitFor' && callee.object.type === 'Identifier' && callee.object.name === 'vi')
        if (given.length < 2)
          complain(lineAt(file.text, start), 'vi.waitFor without a limit: use soon (#testing/soon.ts)');
    },
  }).visit(file.program);
  return findings;
}

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*\.ts$/;
const pascal = /^[A-Z][A-Za-z0-9]*(?:\.test)?\.tsx$/;

/** kebab-case.ts for files, PascalCase.tsx for components. */
export function checkFileName(file: SourceFile): Finding[] {
  const name = file.path.split('/').at(-1) ?? '';
  const plainTsx = /^[a-z0-9-]+(?:\.test)?\.tsx$/.test(name);
  if (kebab.test(name) || pascal.test(name) || plainTsx) return [];
  return [{ path: file.path, line: 1, message: 'files are kebab-case.ts, components PascalCase.tsx' }];
}
