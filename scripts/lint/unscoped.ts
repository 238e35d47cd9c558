import { type Finding, lineAt, type SourceFile } from './read-source.ts';

/** Code that serves calls: here `ctx.db` is the usual way, and what leaves it has a reason. */
const served = /^src\/server\/(?:modules|entity|list)\/(?!.*\.test\.ts$)/;
/** The control of a transaction reads no rows. */
const control = 'transaction|inTransaction|afterCommit|later|notify';
const use = new RegExp(`\\.unscoped\\b(?!\\.(?:${control})\\b)|\\bunscoped\\b\\s*:\\s*database\\b`, 'g');
const reason = /^\s*\/\/ unscoped: \S/;

/**
 * What `ctx.unscoped` reads or writes is not limited to the tenants of the caller: each use has a comment `// unscoped: <why>` on its
 * line or the one before, or the file has one before its first line of code.
 */
export function checkUnscoped({ path, text }: SourceFile): Finding[] {
  if (!served.test(path)) return [];
  const lines = text.split('\n');
  const head = lines.findIndex((line) => !line.startsWith('//'));
  if (lines.slice(0, Math.max(0, head)).some((line) => reason.test(line))) return [];
  return [...text.matchAll(use)]
    .map(({ index }) => lineAt(text, index))
    .filter((line) => !/\/\/ unscoped: \S/.test(lines[line - 1] ?? '') && !reason.test(lines[line - 2] ?? ''))
    .map((line) => ({ path, line, message: 'ctx.unscoped without a reason: // unscoped: <why>' }));
}
