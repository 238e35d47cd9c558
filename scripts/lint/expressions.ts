import { type ESTree, Visitor } from 'vite';
import { lineAt, type SourceFile } from './read-source.ts';

/** A place in a file, counted from 1. */
export type Place = { path: string; line: number; column: number };

/** A regular expression of the code and where it stands. */
export type Expression = Place & { source: string; flags: string };

const isShipped = (path: string): boolean =>
  /^(?:src\/(?!testing\/)|scripts\/[^/]+\.mjs$)/.test(path) && !/\.test\.tsx?$/.test(path);

/** Calls that make a regular expression of their first argument when it is a text. */
const compiling = new Set(['match', 'matchAll', 'search']);

const isText = (node: ESTree.Argument | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

/** The expressions that a file holds as literals, and the places where it builds others of texts. Files that are not shipped have none. */
export function listExpressions({ path, text, program }: SourceFile): { literals: Expression[]; built: Place[] } {
  const literals: Expression[] = [];
  const built: Place[] = [];
  if (!isShipped(path)) return { literals, built };
  const placeOf = ({ start }: { start: number }): Place => ({
    path,
    line: lineAt(text, start),
    column: start - text.lastIndexOf('\n', start - 1),
  });
  const noteBuilt = (node: ESTree.NewExpression | ESTree.CallExpression): void => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.push(placeOf(node));
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) literals.push({ ...placeOf(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: noteBuilt,
    CallExpression: (node) => {
      noteBuilt(node);
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (compiling.has(callee.property.name) && isText(node.arguments[0])) built.push(placeOf(node));
    },
  }).visit(program);
  return { literals, built };
}
