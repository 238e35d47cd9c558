import { type ESTree, Visitor } from 'vite';
import { type Finding, lineAt, type SourceFile } from './read-source.ts';

const bannedGlobals = new Set([
  'process',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'localStorage',
  'sessionStorage',
  'performance',
]);
const bannedMembers = new Set(['Date.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues']);

const isPure = (path: string): boolean => /^src\/(?:domain|shared)\//.test(path) && !path.endsWith('.test.ts');

function nameOf(node: ESTree.Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return '';
  const object = nameOf(node.object).replace(/^globalThis\./, '');
  return object === 'globalThis' ? node.property.name : `${object}.${node.property.name}`;
}

/** domain and shared depend on their arguments alone: no clock, chance, environment, network or file. */
export function checkPurity(file: SourceFile): Finding[] {
  if (!isPure(file.path)) return [];
  const findings: Finding[] = [];
  const complain = (offset: number, what: string): void => {
    findings.push({ path: file.path, line: lineAt(file.text, offset), message: `${what} in pure code` });
  };
  for (const { specifier, line } of file.imports) {
    if (specifier.startsWith('node:'))
      findings.push({ path: file.path, line, message: `import of ${specifier} in pure code` });
  }
  const check = (node: ESTree.Expression): void => {
    const name = nameOf(node);
    if (bannedMembers.has(name) || bannedGlobals.has(name.split('.')[0] ?? name)) complain(node.start, name);
  };
  new Visitor({
    MemberExpression: check,
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier') check(node.callee);
      if (nameOf(node.callee) === 'Date') complain(node.start, 'Date()');
    },
    NewExpression: (node) => {
      const name = nameOf(node.callee);
      if (name === 'Date' && node.arguments.length === 0) complain(node.start, 'new Date() without an argument');
      else if (bannedGlobals.has(name)) complain(node.start, name);
    },
  }).visit(file.program);
  return findings;
}
