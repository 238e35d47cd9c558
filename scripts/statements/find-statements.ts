import { type ESTree, Visitor } from 'vite';
import { lineAt, type SourceFile } from '../lint/read-source.ts';
import { type RowShape, shapeOf } from './row-shape.ts';
import { makeScopes } from './scopes.ts';
import { textsOf } from './static-text.ts';

/** A raw statement: where it stands, the texts it can have, and the row type its caller gives it. */
export type Statement = {
  at: string;
  /** Undefined when the text is put together from what is known only at run time. */
  texts: readonly string[] | undefined;
  /** `none`: the caller names no row type. Undefined: the type cannot be reported by reading. */
  row: RowShape | undefined | 'none';
};

const isRaw = (node: ESTree.CallExpression, text: string): boolean => {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return false;
  if (callee.property.name !== 'query' && callee.property.name !== 'execute') return false;
  return /(?:^|\.)database$/.test(text.slice(callee.object.start, callee.object.end));
};

/** All statements that the server gives the database as text. */
export function findStatements(files: readonly SourceFile[]): Statement[] {
  const scopeOf = makeScopes(files);
  return files
    .filter(({ path }) => path.startsWith('src/server/') && !path.endsWith('.test.ts'))
    .flatMap(({ path, text, program }) => {
      const scope = scopeOf(path);
      const statements: Statement[] = [];
      new Visitor({
        CallExpression: (node) => {
          const [first] = node.arguments;
          if (scope === undefined || first === undefined || first.type === 'SpreadElement' || !isRaw(node, text))
            return;
          const type = node.typeArguments?.params[0];
          statements.push({
            at: `${path}:${lineAt(text, node.start)}`,
            texts: textsOf(first, scope),
            row: type === undefined ? 'none' : shapeOf(type, scope),
          });
        },
      }).visit(program);
      return statements;
    });
}
