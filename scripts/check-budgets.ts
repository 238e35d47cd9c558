import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// How much a browser fetches before sign-in and before the first list shows; fails when it is over budget.

type Chunk = { file: string; imports?: string[]; css?: string[] };

const root = join(import.meta.dirname, '../dist/web');
const manifestFile = join(root, 'manifest.json');

/** A visit: the entries of the manifest it loads, what counts, and the most it may weigh in kilobytes (1,000 bytes, gzip). */
type PageVisit = { name: string; entries: readonly string[]; counts: readonly string[]; limitKb: number };

const visits: readonly PageVisit[] = [
  { name: 'sign-in, JavaScript', entries: ['index.html', 'i18n/%lang%/first.ts'], counts: ['js'], limitKb: 124 },
  {
    name: 'first list page, everything',
    entries: [
      'index.html',
      'i18n/%lang%/first.ts',
      'i18n/%lang%/base.ts',
      'i18n/%lang%/exception-manage.ts',
      'shell/Shell.tsx',
      'features/exceptions/exception-manage/ExceptionManagePage.tsx',
    ],
    counts: ['js', 'css', 'html'],
    limitKb: 378,
  },
];

function readManifest(): Record<string, Chunk> {
  if (!existsSync(manifestFile)) {
    console.error('dist/web is not built: run npm run build');
    process.exit(1);
  }
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>;
}

/** The files an entry brings along statically, itself included. */
function filesOf(manifest: Record<string, Chunk>, entry: string, seen: Set<string>): void {
  const chunk = manifest[entry];
  if (chunk === undefined) throw new Error(`the manifest names no ${entry}`);
  if (seen.has(chunk.file)) return;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
}

const gzipBytes = (file: string): number => gzipSync(readFileSync(join(root, file)), { level: 9 }).length;

const manifest = readManifest();
let over = false;
for (const lang of ['zh', 'en']) {
  for (const { name, entries, counts, limitKb } of visits) {
    const files = new Set<string>(['index.html', 'boot.js']);
    for (const entry of entries) filesOf(manifest, entry.replace('%lang%', lang), files);
    const counted = [...files].filter((file) => counts.includes(file.split('.').at(-1) ?? ''));
    const kb = counted.reduce((sum, file) => sum + gzipBytes(file), 0) / 1000;
    const verdict = kb <= limitKb ? 'ok' : 'OVER';
    over ||= kb > limitKb;
    console.log(
      `${verdict.padEnd(5)} ${name} (${lang}): ${kb.toFixed(1)} of ${limitKb} KB gzip, ${counted.length} files`,
    );
    if (kb > limitKb || process.argv.includes('--files')) {
      for (const file of counted.toSorted((a, b) => gzipBytes(b) - gzipBytes(a)).slice(0, 12))
        console.log(`      ${(gzipBytes(file) / 1000).toFixed(1).padStart(7)}  ${file}`);
    }
  }
}
process.exit(over ? 1 : 0);
