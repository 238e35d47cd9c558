import type { Access } from '../access/types.ts';
import type { Connector } from '../types.ts';
import { freightowerQuestion, pullFreightower } from './freightower-client.ts';
import { parseFreightower } from './freightower-record.ts';

export { readFreightowerPush } from './freightower-push.ts';
export { reportsSomething } from './freightower-record.ts';

/** The address of Freightower's map; it is opened with what was requested, or it shows nothing. */
export function freightowerMap(
  values: Readonly<Record<string, string>>,
  question: Parameters<typeof freightowerQuestion>[0],
  lang: 'zh' | 'en',
): string {
  const { mapKey = '', clientId = '' } = values;
  const parameters = new URLSearchParams({
    key: mapKey,
    clientId,
    ...freightowerQuestion(question),
    showInfo: '1',
    lang,
  });
  return `https://i.saas.freightower.com/#/ocean/detail?${parameters}`;
}

/** Freightower, the freight-tracking aggregator, asked with these keys. */
export const freightowerConnector = (access: Access, firstField: string): Connector => ({
  protocol: 'ft',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pullFreightower(request, access, firstField),
  parse: parseFreightower,
});
