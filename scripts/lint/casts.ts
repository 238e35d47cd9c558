import { type ESTree, Visitor } from 'vite';
import { type Finding, lineAt, type SourceFile } from './read-source.ts';

/**
 * How many casts (`x as T`) the code that is shipped may hold, by kind. These numbers may only fall: anyone who removes casts lowers them.
 * `through unknown` (`as unknown as T`) and `never` switch the type check off altogether.
 */
const maxCasts = { 'through unknown': 23, never: 13, other: 163 } as const;

type CastKind = keyof typeof maxCasts;
type Cast = { path: string; line: number; kind: CastKind };

const isShipped = (path: string): boolean =>
  /^(?:src|scripts)\//.test(path) && !path.startsWith('src/testing/') && !/\.test\.tsx?$/.test(path);

function kindOf({ expression, typeAnnotation }: ESTree.TSAsExpression): CastKind {
  if (typeAnnotation.type === 'TSNeverKeyword') return 'never';
  const inner = expression.type === 'ParenthesizedExpression' ? expression.expression : expression;
  return inner.type === 'TSAsExpression' && inner.typeAnnotation.type === 'TSUnknownKeyword'
    ? 'through unknown'
    : 'other';
}

/** `as const` is none, and `as unknown` takes knowledge away instead of claiming it. */
const isCast = ({ typeAnnotation }: ESTree.TSAsExpression): boolean =>
  typeAnnotation.type !== 'TSUnknownKeyword' &&
  !(
    typeAnnotation.type === 'TSTypeReference' &&
    'name' in typeAnnotation.typeName &&
    typeAnnotation.typeName.name === 'const'
  );

/** All casts of the shipped code. */
export function listCasts(files: readonly SourceFile[]): Cast[] {
  const casts: Cast[] = [];
  for (const { path, text, program } of files) {
    if (!isShipped(path)) continue;
    new Visitor({
      TSAsExpression: (node) => {
        if (isCast(node)) casts.push({ path, line: lineAt(text, node.start), kind: kindOf(node) });
      },
    }).visit(program);
  }
  return casts;
}

/** More casts of a kind than there may be: one finding that says by how many. */
export function checkCasts(
  files: readonly SourceFile[],
  limit: Readonly<Record<CastKind, number>> = maxCasts,
): Finding[] {
  const counted = Map.groupBy(listCasts(files), ({ kind }) => kind);
  return Object.entries(limit).flatMap(([kind, allowed]) => {
    const found = [...counted].find(([name]) => name === kind)?.[1].length ?? 0;
    const message = `${found} casts of the kind "${kind}", ${allowed} at most: give the value its type where it comes from`;
    return found > allowed ? [{ path: 'scripts/lint/casts.ts', line: 1, message }] : [];
  });
}
