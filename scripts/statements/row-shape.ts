import type { ESTree } from 'vite';
import type { Scope } from './scopes.ts';

/** What a column may be in TypeScript; `any` where the type cannot be reported by reading. */
export type Kind = 'number' | 'string' | 'boolean' | 'bytes' | 'array' | 'object' | 'null' | 'any';

/** The columns a row type names, each with what it may be. */
export type RowShape = ReadonlyMap<string, { kinds: ReadonlySet<Kind>; optional: boolean }>;

const keywords: Readonly<Record<string, Kind>> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSArrayType: 'array',
  TSTupleType: 'array',
  TSTypeLiteral: 'object',
  TSTemplateLiteralType: 'string',
};
const named: Readonly<Record<string, Kind>> = {
  Buffer: 'bytes',
  Uint8Array: 'bytes',
  Record: 'object',
  Array: 'array',
  ReadonlyArray: 'array',
};

const nameOf = (node: ESTree.TSTypeName): string => (node.type === 'Identifier' ? node.name : '');

/** The names that a union of literals lists, for Pick and Omit. */
function literalsOf(node: ESTree.TSType | undefined): string[] | undefined {
  if (node?.type === 'TSUnionType') {
    const all = node.types.map(literalsOf);
    return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);
  }
  return node?.type === 'TSLiteralType' && node.literal.type === 'Literal' && typeof node.literal.value === 'string'
    ? [node.literal.value]
    : undefined;
}

/** What a value of a type may be. */
function kindsOf(node: ESTree.TSType, scope: Scope, depth = 0): ReadonlySet<Kind> {
  const only = (kind: Kind): ReadonlySet<Kind> => new Set([kind]);
  const keyword = keywords[node.type];
  if (keyword !== undefined) return only(keyword);
  if (depth > 12) return only('any');
  if (node.type === 'TSUnionType') return new Set(node.types.flatMap((one) => [...kindsOf(one, scope, depth + 1)]));
  if (node.type === 'TSParenthesizedType') return kindsOf(node.typeAnnotation, scope, depth + 1);
  if (node.type === 'TSTypeOperator' && node.operator === 'readonly')
    return kindsOf(node.typeAnnotation, scope, depth + 1);
  if (node.type === 'TSLiteralType' && node.literal.type === 'Literal') {
    const kind = typeof node.literal.value;
    return only(kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'any');
  }
  if (node.type === 'TSIndexedAccessType') {
    const [key] = literalsOf(node.indexType) ?? [];
    const column = key === undefined ? undefined : shapeOf(node.objectType, scope, depth + 1)?.get(key);
    return column?.kinds ?? only('any');
  }
  if (node.type === 'TSTypeReference') {
    const name = nameOf(node.typeName);
    if (named[name] !== undefined) return only(named[name]);
    const target = node.typeArguments === null ? scope.typeOf(name) : undefined;
    if (target !== undefined) return kindsOf(target.node, target.scope, depth + 1);
  }
  return only('any');
}

function merge(shapes: readonly (RowShape | undefined)[]): RowShape | undefined {
  const merged = new Map<string, { kinds: ReadonlySet<Kind>; optional: boolean }>();
  for (const shape of shapes) {
    if (shape === undefined) return undefined;
    for (const [name, column] of shape) merged.set(name, column);
  }
  return merged;
}

function shapeOfReference(node: ESTree.TSTypeReference, scope: Scope, depth: number): RowShape | undefined {
  const name = nameOf(node.typeName);
  const [of, keys] = node.typeArguments?.params ?? [];
  if (of === undefined) {
    const target = scope.typeOf(name);
    return target === undefined ? undefined : shapeOf(target.node, target.scope, depth + 1);
  }
  if (name === 'Readonly') return shapeOf(of, scope, depth + 1);
  if (name !== 'Pick' && name !== 'Omit') return undefined;
  const [inner, listed] = [shapeOf(of, scope, depth + 1), literalsOf(keys)];
  if (inner === undefined || listed === undefined) return undefined;
  return new Map([...inner].filter(([key]) => listed.includes(key) === (name === 'Pick')));
}

/** The columns of a row type; undefined when it cannot be reported by reading. */
export function shapeOf(node: ESTree.TSType, scope: Scope, depth = 0): RowShape | undefined {
  if (depth > 12) return undefined;
  if (node.type === 'TSIntersectionType') return merge(node.types.map((one) => shapeOf(one, scope, depth + 1)));
  if (node.type === 'TSParenthesizedType') return shapeOf(node.typeAnnotation, scope, depth + 1);
  if (node.type === 'TSTypeReference') return shapeOfReference(node, scope, depth);
  if (node.type !== 'TSTypeLiteral') return undefined;
  const shape = new Map<string, { kinds: ReadonlySet<Kind>; optional: boolean }>();
  for (const member of node.members) {
    if (member.type !== 'TSPropertySignature' || member.typeAnnotation === null) return undefined;
    const { key } = member;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    if (name === undefined || member.computed) return undefined;
    shape.set(name, {
      kinds: kindsOf(member.typeAnnotation.typeAnnotation, scope, depth + 1),
      optional: member.optional,
    });
  }
  return shape;
}
