import { AliasNode, ParensNode, RawNode, TableNode, type OperationNode } from 'kysely';

// Words that open a statement or read a table. `for update` and `is distinct from` are no such thing.
const STATEMENT_WORD =
  /\b(select|insert|delete|truncate|merge|copy|call|execute|table|values|union|intersect|except|join)\b/i;
const UPDATE_WORD = /(?<!\bfor (?:no key )?)\bupdate\b/i;

/** The text of a raw fragment with single blanks, and `?` where its parameters stand. */
function textOf(node: RawNode): string {
  return node.sqlFragments.join(' ? ').replace(/\s+/g, ' ');
}

/** Why the raw fragment cannot be let into a scoped statement, or undefined when it is a mere expression. */
export function refusalOfRaw(node: RawNode): string | undefined {
  const text = textOf(node);
  const word = STATEMENT_WORD.exec(text) ?? UPDATE_WORD.exec(text);
  if (word !== null) return `raw text with "${word[0]}" cannot be limited to a scope: use the query builder`;
  if (node.parameters.some((parameter) => TableNode.is(parameter))) {
    return 'a raw table cannot be limited to a scope: use the query builder';
  }
  return undefined;
}

/** Removes string literals and what stands in parentheses: `f(a, g(b)) as t(x int)` becomes `f() as t()`. */
function outline(text: string): string {
  let depth = 0;
  let kept = '';
  for (const char of text.replaceAll(/'(?:[^']|'')*'/g, '?')) {
    if (char === ')') depth -= 1;
    if (depth === 0) kept += char;
    if (char === '(') depth += 1;
  }
  return depth === 0 ? kept : '';
}

const FUNCTION_CALL = /^ ?(lateral )?[\w.]+ ?\(\)( with ordinality)?( (as )?\w+ ?(\(\))?)? ?$/i;

/** Is the raw fragment, standing where a table stands, one call of a set-returning function? */
function isFunctionCall(node: RawNode): boolean {
  return FUNCTION_CALL.test(outline(textOf(node)));
}

const PASSIVE_SOURCES = new Set(['SelectQueryNode', 'FunctionNode', 'ValuesNode']);

/** Why a source (what stands in from, using or join) cannot be understood, or undefined when it can. */
export function refusalOfSource(node: OperationNode): string | undefined {
  if (AliasNode.is(node)) return refusalOfSource(node.node);
  if (ParensNode.is(node)) return refusalOfSource(node.node);
  if (TableNode.is(node) || PASSIVE_SOURCES.has(node.kind)) return undefined;
  if (RawNode.is(node) && isFunctionCall(node)) return refusalOfRaw(node);
  return `a ${node.kind} as a table cannot be limited to a scope`;
}
