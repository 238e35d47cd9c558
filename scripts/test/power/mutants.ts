import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { root } from '../../lint/read-source.ts';

/** One small change of a text: what stands from `start` to `end` becomes `text`. */
export type Mutant = { start: number; end: number; text: string };

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
};

/** Calls that leave what they are called on as it is when they are left out. */
const leftOut = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim']);

type Add = (start: number, end: number, text: string) => void;

function addOperators(add: Add, source: string, node: ESTree.BinaryExpression | ESTree.LogicalExpression): void {
  const from = node.left.end;
  const at = source.indexOf(node.operator, from);
  for (const operator of otherOperators[node.operator] ?? []) add(at, at + node.operator.length, operator);
}

function addCalls(add: Add, node: ESTree.CallExpression): void {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
  const { name, start, end } = callee.property;
  const other = Object.hasOwn(otherMethods, name) ? otherMethods[name] : undefined;
  if (other !== undefined) add(start, end, other);
  if (leftOut.has(name)) add(callee.object.end, node.end, '');
}

/** Conditions hold always, or never. */
function addConditions(add: Add, { start, end }: ESTree.Expression): void {
  add(start, end, 'true');
  add(start, end, 'false');
}

function addStatements(add: Add, { start, end, body }: ESTree.BlockStatement | ESTree.FunctionBody): void {
  if (body.length > 0) add(start, end, '{}');
}

/**
 * All mutants of a source text, in the order of its lines: other operators, conditions, methods, values and bodies. Names, types, imports and
 * texts that are only shown are left alone. Each is a program that can be read.
 */
export function mutantsOf(path: string, source: string): Mutant[] {
  const found = new Map<string, Mutant>();
  const add: Add = (start, end, text) => void found.set(`${start} ${end} ${text}`, { start, end, text });
  new Visitor({
    BinaryExpression: (node) => addOperators(add, source, node),
    LogicalExpression: (node) => addOperators(add, source, node),
    CallExpression: (node) => addCalls(add, node),
    IfStatement: ({ test }) => addConditions(add, test),
    ConditionalExpression: ({ test }) => addConditions(add, test),
    BlockStatement: (node) => addStatements(add, node),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type === 'BlockStatement') addStatements(add, body);
      else add(body.start, body.end, 'undefined');
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === 'boolean') add(start, end, String(!value));
    },
    UnaryExpression: ({ operator, start, argument }) => {
      if (operator === '!' || operator === '-') add(start, argument.start, '');
    },
    UpdateExpression: ({ operator, prefix, start, end }) => {
      const other = operator === '++' ? '--' : '++';
      if (prefix) add(start, start + 2, other);
      else add(end - 2, end, other);
    },
    ArrayExpression: ({ elements, start, end }) => {
      if (elements.length > 0) add(start, end, '[]');
    },
  }).visit(parseSync(path, source).program);
  return [...found.values()]
    .filter((mutant) => parseSync(path, applied(source, mutant)).errors.length === 0)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The text with one mutant in it. */
export const applied = (source: string, { start, end, text }: Mutant): string =>
  `${source.slice(0, start)}${text}${source.slice(end)}`;

/** A mutant in one line for people. */
export function mutantLine(source: string, { start, end, text }: Mutant): string {
  const line = source.slice(0, start).split('\n').length;
  const short = (code: string): string => (code.length > 60 ? `${code.slice(0, 57)}...` : code).replaceAll(/\s+/g, ' ');
  return `${line}: ${short(source.slice(start, end))} -> ${text === '' ? '(nothing)' : text}`;
}

/** The text of a file of the project. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
