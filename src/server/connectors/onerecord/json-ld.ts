import { asObject, cleanText } from '../untrusted.ts';

/** A node of JSON-LD: an object whose names may be short (`cargo:eventCode`), whole IRIs, or plain. */
export type Node = Readonly<Record<string, unknown>>;

/** Objects and lists that an answer is looked through for; a consignment of 2,000 events has about 50,000. */
const MAX_NODES = 100_000;

/** The part of a name behind its prefix or namespace. */
const localName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);

const valuesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** All values of a property, whatever prefix its name has. */
export function valuesAt(node: Node, name: string): unknown[] {
  if (Object.hasOwn(node, name)) return valuesOf(node[name]);
  const found = Object.keys(node).find((key) => !key.startsWith('@') && localName(key) === name);
  return found === undefined ? [] : valuesOf(node[found]);
}

/** The text or number of a property, also when it is wrapped in `@value`; undefined when the property is missing. */
export function literalAt(node: Node, name: string): string | number | boolean | undefined {
  const [value] = valuesAt(node, name);
  const plain = asObject(value)?.['@value'] ?? value;
  return typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean' ? plain : undefined;
}

/** The text of a property in capitals; null when the property is missing. */
export function textAt(node: Node, name: string): string | null {
  return textOf(literalAt(node, name));
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? cleanText(String(value).slice(0, 200)).toUpperCase() || null
    : null;

/** A code: given as text (`ACTUAL`, `cargo:ACTUAL`), as an object with a code, or as the IRI of an entry of a code list. */
export function codeOf(value: unknown): string | null {
  const object = asObject(value);
  if (object === undefined) return withoutList(textOf(value));
  const id = object['@id'];
  return withoutList(textAt(object, 'code') ?? textOf(object['@value'] ?? (typeof id === 'string' ? id : undefined)));
}

/** The code of a property; null when the property is missing. */
export const codeAt = (node: Node, name: string): string | null => codeOf(valuesAt(node, name)[0]);

/** Code lists of 2023 have the name of the list in the name of the entry: `coreCodeLists#StatusCode_DEP`. */
const withoutList = (code: string | null): string | null =>
  code === null ? null : localName(code).replace(/^(?:STATUSCODE|MEASUREMENTUNITCODE)_/, '') || null;

const hasProperties = (node: Node): boolean => Object.keys(node).some((key) => !key.startsWith('@'));

/** The id that a reference to a node (`{"@id": …}`, with its type or without) names; undefined for a node with properties of its own. */
export function referenceOf(value: unknown): string | undefined {
  const object = asObject(value);
  const id = object?.['@id'];
  return object !== undefined && typeof id === 'string' && !hasProperties(object) ? id : undefined;
}

/**
 * Nodes by their ids, so that references can be followed inside one answer. It is read from its beginning; `isCut`: it has more
 * than 100,000 objects and lists, and those behind them are not in the index.
 */
export function indexNodes(root: unknown): { nodes: ReadonlyMap<string, Node>; isCut: boolean } {
  const nodes = new Map<string, Node>();
  const waiting: unknown[] = [root];
  for (let count = 0; waiting.length > 0 && count < MAX_NODES; count += 1) {
    const value = waiting.pop();
    const node = asObject(value);
    const id = node?.['@id'];
    if (node !== undefined && typeof id === 'string' && hasProperties(node)) {
      const known = nodes.get(id);
      // The same object may come along in full and in part.
      if (known === undefined || Object.keys(known).length < Object.keys(node).length) nodes.set(id, node);
    }
    const inside: unknown[] = Array.isArray(value) ? value : Object.values(node ?? {});
    // The last one that waits is the next one: the first value has to be on top.
    for (let at = inside.length - 1; at >= 0; at -= 1)
      if (typeof inside[at] === 'object' && inside[at] !== null) waiting.push(inside[at]);
  }
  return { nodes, isCut: waiting.length > 0 };
}

/** The objects of a property, references followed. */
export function nodesAt(node: Node, name: string, nodes: ReadonlyMap<string, Node>): Node[] {
  return valuesAt(node, name).flatMap((value): Node[] => {
    const object = asObject(value);
    if (object === undefined) return [];
    const id = referenceOf(object);
    if (id === undefined) return [object];
    const found = nodes.get(id);
    // Of an object that did not come along its type may be known.
    return found === undefined ? (Object.hasOwn(object, '@type') ? [object] : []) : [found];
  });
}

/** Whether a node is of a type, whatever prefix it has. */
export const isOfType = (node: Node, type: string): boolean =>
  valuesOf(node['@type']).some((one) => typeof one === 'string' && localName(one) === type);
