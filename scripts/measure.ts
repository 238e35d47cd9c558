// `npm run measure`: how large the code is, by the figures that may only improve. Before and after a change.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type ESTree, Visitor } from 'vite';
import { listCasts } from './lint/casts.ts';
import { readSources, type SourceFile } from './lint/read-source.ts';

const isTest = (path: string): boolean =>
  /\.test\.tsx?$|\.spec\.ts$|^(?:e2e|src\/testing|scripts\/test)\//.test(path) || path.includes('/testing/');
/**
 * Private words, by how often the code, its comments and its texts have them. What is left of `told` and `said` are fields of the wire,
 * columns, keys of texts and words of people; of `harmless` one that people may search for. The verbs "refuse" and "kept" are plain
 * English and not counted; lint forbids `Kept` and `Known` as the beginning of the name of a type.
 */
const privateWords = ['told', 'said', 'teller', 'harmless'] as const;

const linesOf = (text: string): number => text.split('\n').length - 1;

/** Functions longer than the limit of lint, with their lines. */
function longFunctions({ text, program }: SourceFile): number {
  let found = 0;
  const count = ({ body }: { body?: ESTree.Node | null | undefined }): void => {
    if (body && linesOf(text.slice(body.start, body.end)) > 80) found += 1;
  };
  new Visitor({ FunctionDeclaration: count, FunctionExpression: count, ArrowFunctionExpression: count }).visit(program);
  return found;
}

const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n');
const written = tracked.filter((path) => /\.(?:tsx?|mjs|css|sql)$/.test(path) && !/^(?:generated|docs)\//.test(path));
const shipped = written.filter((path) => !isTest(path));
const lines = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + linesOf(readFileSync(path, 'utf8')), 0);
const sources = readSources();
const product = sources.filter(({ path }) => path.startsWith('src/') && !isTest(path));
const importers = new Map<string, number>();
for (const { path, imports } of sources)
  if (!isTest(path))
    for (const target of new Set(imports.map((one) => one.target)))
      if (target !== undefined) importers.set(target, (importers.get(target) ?? 0) + 1);
const words = privateWords.map((word) => {
  const form = new RegExp(`\\b${word}\\b`, 'g');
  return `${word} ${product.reduce((sum, { text }) => sum + (text.match(form)?.length ?? 0), 0)}`;
});

const figures: readonly (readonly [string, string | number])[] = [
  ['files without tests', shipped.length],
  ['lines without tests', lines(shipped)],
  ['lines of tests', lines(written.filter(isTest))],
  ['product files with one importer', product.filter(({ path }) => importers.get(path) === 1).length],
  ['product files of at most 40 lines', product.filter(({ text }) => linesOf(text) <= 40).length],
  ['functions of more than 80 lines', product.reduce((sum, file) => sum + longFunctions(file), 0)],
  ['casts', listCasts(sources).length],
  ['uses of ctx.unscoped', product.reduce((sum, { text }) => sum + (text.match(/\bctx\.unscoped\b/g)?.length ?? 0), 0)],
  ['programs in bench', written.filter((path) => /^bench\/[^/]+\.ts$/.test(path)).length],
  ['private words', words.join(', ')],
];
for (const [name, value] of figures)
  console.log(`${name.padEnd(36)} ${typeof value === 'number' ? value.toLocaleString('en') : value}`);
