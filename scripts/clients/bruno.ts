import lang, { type BruPair, type BruRequest } from '@usebruno/lang';
import {
  type OutwardCall,
  outwardApiCalls,
  outwardBase,
  type OutwardCallName,
} from '#contract/interfaces/outward-api/calls.ts';
import { type EventFilterParameter, eventFilters } from '#contract/interfaces/outward-api/filters.ts';

const on = (name: string, value: string): BruPair => ({ name, value, enabled: true });

/** The calls in an order in which each finds what it needs; what follows a call keeps values of its answer. */
const order: readonly (readonly [OutwardCallName, keeps: Readonly<Record<string, string>>])[] = [
  ['getEvents', { eventID: 'res.body[0].eventID' }],
  ['getEvent', {}],
  ['createSubscription', { subscriptionID: 'res.body.subscriptionID' }],
  ['getSubscriptions', {}],
  ['getSubscription', {}],
  ['changeSubscription', {}],
  ['changeSecret', {}],
  ['deleteSubscription', {}],
  ['getHookSamples', {}],
  ['createHook', { subscriptionID: 'res.body.subscriptionID' }],
  ['deleteHook', {}],
  ['startTestShipment', {}],
  ['getTestShipments', {}],
  ['removeTestShipments', {}],
  ['getChanges', {}],
];

/** Examples of parameters that are no filters. */
const otherExamples: Readonly<Record<string, string>> = {
  limit: '10',
  cursor: 'from-the-header-Next-Page',
  sort: 'eventCreatedDateTime:DESC',
};

const filters: Readonly<Record<string, EventFilterParameter>> = eventFilters;
const exampleOf = (name: string): string => otherExamples[name] ?? filters[name]?.example ?? '2026-01-01T00:00:00Z';

/** The example of a body, posted to the callback of the environment. */
const bodyOf = (example: unknown): string =>
  JSON.stringify(example, (key, value: unknown) => (key === 'callbackUrl' ? '{{callbackUrl}}' : value), 2);

function requestOf(name: OutwardCallName, keeps: Readonly<Record<string, string>>, seq: number): BruRequest {
  const call: OutwardCall = outwardApiCalls[name];
  const { method, path, summary, description, id, query = [], body, answer } = call;
  const params = query.map((parameter) => ({
    name: parameter.name,
    value: exampleOf(parameter.name),
    enabled: parameter.name === 'limit',
    type: 'query' as const,
  }));
  const search = params.filter(({ enabled }) => enabled).map((one) => `${one.name}=${one.value}`);
  const url = `{{baseUrl}}${outwardBase}${path.replace(/\{(\w+)\}/, ':$1')}`;
  return {
    meta: { name: summary, type: 'http', seq: String(seq) },
    http: {
      method: method.toLowerCase(),
      url: search.length === 0 ? url : `${url}?${search.join('&')}`,
      body: body === undefined ? 'none' : 'json',
      auth: 'none',
    },
    params: [...params, ...(id === undefined ? [] : [{ ...on(id.name, `{{${id.name}}}`), type: 'path' as const }])],
    ...(body !== undefined && { body: { json: bodyOf(body.example) } }),
    vars: { res: Object.entries(keeps).map(([key, value]) => ({ ...on(key, value), local: false })) },
    assertions: [on('res.status', `eq ${answer.status}`)],
    docs: description,
  };
}

/** The folder of a call in the collection. */
const folderOf = ({ tag }: OutwardCall): string => tag.toLowerCase().replaceAll(' ', '-');

/** The files of the Bruno collection by their paths. */
export function brunoFiles(): Map<string, string> {
  const root = 'clients/bruno';
  const config = { version: '1', name: 'Portolan outward API', type: 'collection' };
  const files = new Map([
    [`${root}/bruno.json`, `${JSON.stringify(config, undefined, 2)}\n`],
    [`${root}/collection.bru`, lang.jsonToCollectionBru({ headers: [on('Api-Key', '{{apiKey}}')] })],
    [
      `${root}/environments/local.bru`,
      lang.envJsonToBruV2({
        variables: [
          { ...on('baseUrl', 'http://localhost:3000'), secret: false },
          { ...on('callbackUrl', 'https://hooks.example.com/portolan'), secret: false },
          { ...on('apiKey', ''), secret: true },
        ],
      }),
    ],
  ]);
  for (const [index, [name, keeps]] of order.entries()) {
    const call: OutwardCall = outwardApiCalls[name];
    files.set(`${root}/${folderOf(call)}/${name}.bru`, lang.jsonToBruV2(requestOf(name, keeps, index + 1)));
  }
  return files;
}
