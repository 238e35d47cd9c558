import { asObject, cleanText } from '../untrusted.ts';

/** A node of JSON-LD: an object whose names may be short (`cargo:eventCode`), whole IRIs, or plain. */
export type Node = Readonly<Record<string, unknown>>;

const NODES_MOST = 20_000;

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
  const value = literalAt(node, name);
  return value === undefined ? null : cleanText(String(value).slice(0, 100)).toUpperCase() || null;
}

/** A code: given as text, as an object with a code, or as the IRI of an entry of a code list. */
export function codeAt(node: Node, name: string): string | null {
  const [value] = valuesAt(node, name);
  const object = asObject(value);
  if (object === undefined) return textAt(node, name);
  const id = object['@id'];
  const code = textAt(object, 'code') ?? (typeof id === 'string' ? localName(id).toUpperCase() : null);
  return code?.replace(/^STATUSCODE_/, '') ?? null;
}

/** Nodes by their ids, so that a reference (`{"@id": …}`) can be followed inside one answer. */
export function indexNodes(root: unknown): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  const waiting: unknown[] = [root];
  for (let count = 0; waiting.length > 0 && count < NODES_MOST; count += 1) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      waiting.push(...value.slice(0, NODES_MOST));
      continue;
    }
    const node = asObject(value);
    if (node === undefined) continue;
    const id = node['@id'];
    if (typeof id === 'string' && Object.keys(node).length > 1) nodes.set(id, node);
    waiting.push(...Object.values(node).slice(0, NODES_MOST));
  }
  return nodes;
}

/** The objects of a property, references followed. */
export function nodesAt(node: Node, name: string, nodes: ReadonlyMap<string, Node>): Node[] {
  return valuesAt(node, name).flatMap((value): Node[] => {
    const object = asObject(value);
    if (object === undefined) return [];
    const id = object['@id'];
    const found = Object.keys(object).length === 1 && typeof id === 'string' ? nodes.get(id) : object;
    return found === undefined ? [] : [found];
  });
}

/** Whether a node is of a type, whatever prefix it has. */
export const isOfType = (node: Node, type: string): boolean =>
  valuesOf(node['@type']).some((one) => typeof one === 'string' && localName(one) === type);
