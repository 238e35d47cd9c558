import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

/** A node of an n8n workflow file. */
type Node = { name: string; type: string; typeVersion: number; parameters: Record<string, unknown> };

/** A workflow file as n8n exports it. */
export type Workflow = {
  name: string;
  nodes: Node[];
  connections: Record<string, { main: { node: string }[][] }>;
};

/** What a node gives: items with JSON, and with files in base64. */
export type Item = { json: unknown; binary?: Record<string, { data: string }> };

type Given = (name: string) => { first: () => Item };
type Pair = { name: string; value: string };

const requireModule = createRequire(import.meta.url);

/** Reads a workflow and its nodes in the order in which they run. Throws for nodes that are not connected. */
export function readWorkflow(path: string): { workflow: Workflow; order: Node[] } {
  const workflow = JSON.parse(readFileSync(path, 'utf8')) as Workflow;
  const targets = Object.values(workflow.connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
  const starts = workflow.nodes.filter(({ name }) => !targets.includes(name));
  if (starts.length !== 1) throw new Error(`${path} begins in ${starts.length} places`);
  const order: Node[] = [];
  for (let name = starts[0]?.name; name !== undefined; name = workflow.connections[name]?.main[0]?.[0]?.node) {
    const node = workflow.nodes.find((one) => one.name === name);
    if (node === undefined) throw new Error(`${path} has no node ${name}`);
    order.push(node);
  }
  if (order.length !== workflow.nodes.length) throw new Error(`${path} has nodes that nothing leads to`);
  return { workflow, order };
}

/** The text of a parameter: `=` begins one with expressions in `{{ }}`. */
function textOf(value: string, given: Given): string {
  if (!value.startsWith('=')) return value;
  return value
    .slice(1)
    .replace(/\{\{(.+?)\}\}(?!\})/g, (_, expression: string) =>
      String(new Function('$', `return (${expression});`)(given)),
    );
}

async function request({ parameters }: Node, given: Given, headers: Record<string, string>): Promise<Item[]> {
  const { method, url, sendBody, specifyBody, jsonBody, sendQuery, queryParameters } = parameters;
  if (sendBody === true && specifyBody !== 'json') throw new Error('only bodies of JSON are understood');
  const query = sendQuery === true ? (queryParameters as { parameters: Pair[] }).parameters : [];
  const address = new URL(textOf(String(url), given));
  for (const { name, value } of query) address.searchParams.set(name, textOf(value, given));
  const answer = await fetch(address, {
    method: String(method),
    headers: { ...headers, ...(sendBody === true && { 'content-type': 'application/json' }) },
    ...(sendBody === true && { body: textOf(String(jsonBody), given) }),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
  const text = await answer.text();
  const data: unknown = text === '' ? {} : JSON.parse(text);
  return (Array.isArray(data) ? data : [data]).map((json) => ({ json }));
}

/**
 * Runs the nodes of a workflow that settings, HTTP requests and code consist of, as n8n does; other nodes pass on what they
 * are given. `settings` replaces values of the node Settings, `first` is what the trigger gives, `headers` the credential.
 */
export async function runWorkflow(
  path: string,
  { settings, first, headers }: { settings: Record<string, string>; first: Item; headers: Record<string, string> },
): Promise<Item[]> {
  const results = new Map<string, Item[]>();
  const given: Given = (name) => {
    const item = results.get(name)?.[0];
    if (item === undefined) throw new Error(`nothing came from ${name}`);
    return { first: () => item };
  };
  let items: Item[] = [first];
  for (const node of readWorkflow(path).order) {
    switch (node.type) {
      case 'n8n-nodes-base.set': {
        const { assignments } = node.parameters['assignments'] as { assignments: Pair[] };
        const unknown = Object.keys(settings).filter((name) => !assignments.some((one) => one.name === name));
        if (unknown.length > 0) throw new Error(`${node.name} has no ${unknown.join(', ')}`);
        items = [{ json: Object.fromEntries(assignments.map(({ name, value }) => [name, settings[name] ?? value])) }];
        break;
      }
      case 'n8n-nodes-base.httpRequest':
        items = await request(node, given, headers);
        break;
      case 'n8n-nodes-base.code':
        items = new Function('$', 'require', String(node.parameters['jsCode']))(given, requireModule) as Item[];
        break;
      case 'n8n-nodes-base.webhook':
      case 'n8n-nodes-base.manualTrigger':
      case 'n8n-nodes-base.scheduleTrigger':
      case 'n8n-nodes-base.removeDuplicates':
        break;
      default:
        throw new Error(`nodes of type ${node.type} are not understood`);
    }
    results.set(node.name, items);
  }
  return items;
}
