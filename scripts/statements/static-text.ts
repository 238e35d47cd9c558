import type { ESTree } from 'vite';
import type { Scope } from './scopes.ts';

/** Which branch is taken where a text has alternatives: the same one everywhere, as conditions often are the same. */
type Branch = 'consequent' | 'alternate';

/**
 * The texts an expression can have, as far as they can be reported without running it: literals, templates, constants of this file and
 * of others, alternatives, and functions that only make a text of their arguments. Undefined when it depends on anything else.
 */
export function textsOf(node: ESTree.Expression, scope: Scope): readonly string[] | undefined {
  const texts = (['consequent', 'alternate'] as const).map((branch) => textOf(node, scope, branch, 0));
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? [...new Set(known)] : undefined;
}

function textOf(node: ESTree.Expression, scope: Scope, branch: Branch, depth: number): string | undefined {
  if (depth > 12) return undefined;
  const again = (inner: ESTree.Expression): string | undefined => textOf(inner, scope, branch, depth + 1);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : undefined;
    case 'TemplateLiteral': {
      const parts = node.expressions.map(again);
      if (parts.some((part) => part === undefined)) return undefined;
      return node.quasis.map(({ value }, index) => `${value.cooked ?? ''}${parts[index] ?? ''}`).join('');
    }
    case 'Identifier': {
      const value = scope.valueOf(node.name);
      return (
        scope.bound.get(node.name) ??
        (value === undefined ? undefined : textOf(value.node, value.scope, branch, depth + 1))
      );
    }
    case 'ConditionalExpression':
      return again(node[branch]);
    case 'BinaryExpression': {
      if (node.operator !== '+') return undefined;
      const [one, other] = [again(node.left), again(node.right)];
      return one === undefined || other === undefined ? undefined : one + other;
    }
    case 'CallExpression':
      return textOfCall(node, scope, branch, depth);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return again(node.expression);
    default:
      return undefined;
  }
}

function textOfCall(node: ESTree.CallExpression, scope: Scope, branch: Branch, depth: number): string | undefined {
  if (node.callee.type !== 'Identifier') return undefined;
  const called = scope.valueOf(node.callee.name);
  if (called?.node.type !== 'ArrowFunctionExpression' || called.node.body.type === 'BlockStatement') return undefined;
  const bound = new Map<string, string>();
  for (const [index, parameter] of called.node.params.entries()) {
    const given = node.arguments[index];
    if (given?.type === 'SpreadElement') return undefined;
    const [name, own] =
      parameter.type === 'AssignmentPattern' ? [parameter.left, parameter.right] : [parameter, undefined];
    const source = given ?? own;
    if (name.type !== 'Identifier' || source === undefined) continue;
    const text = textOf(source, given === undefined ? called.scope : scope, branch, depth + 1);
    if (text !== undefined) bound.set(name.name, text);
  }
  return textOf(called.node.body, { ...called.scope, bound }, branch, depth + 1);
}
