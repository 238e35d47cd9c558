// Writes what the browser needs of the calls declared with defineCalls: method, path and access, without the shapes and their zod. The
// calls of the sign-in page are a file of their own, as that page loads nothing else. With --check it only says whether both are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { sessionCalls } from '#contract/administration/auth.ts';
import { ownCalls } from '#contract/own-calls.ts';
import type { CallPath } from '#contract/call-path.ts';

const folder = new URL('../generated/web/base/', import.meta.url);
const header = '// GENERATED from the calls in src/contract by scripts/generate-call-paths.ts: npm run generate.';

const lineOf = ([name, { method, path, access, also }]: [string, CallPath]): string =>
  `  ${name}: ${JSON.stringify({ method, path, access, also })},`;

const files = {
  'session-paths.ts': [
    header,
    "import type { sessionCalls } from '#contract/administration/auth.ts';",
    "import type { CallPath } from '#contract/call-path.ts';",
    '',
    '/** Paths of the calls that the browser makes before anything but the sign-in page is there. */',
    'export const sessionPaths = {',
    ...Object.entries<CallPath>(sessionCalls).map(lineOf),
    '} as const satisfies Record<keyof typeof sessionCalls, CallPath>;',
    '',
  ],
  'own-paths.ts': [
    header,
    "import type { CallPath } from '#contract/call-path.ts';",
    "import type { OwnCall } from '#contract/paths.ts';",
    "import { sessionPaths } from './session-paths.ts';",
    '',
    '/** Paths of every call that is declared by itself. */',
    'export const ownPaths = {',
    '  ...sessionPaths,',
    ...Object.entries<CallPath>(ownCalls)
      .filter(([name]) => !(name in sessionCalls))
      .map(lineOf),
    '} as const satisfies Record<OwnCall, CallPath>;',
    '',
  ],
};

mkdirSync(folder, { recursive: true });
for (const [name, lines] of Object.entries(files)) {
  const file = new URL(name, folder);
  const wanted = lines.join('\n');
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (process.argv.includes('--check')) {
    console.error(`generated/web/base/${name} is stale: run npm run generate`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
  }
}
