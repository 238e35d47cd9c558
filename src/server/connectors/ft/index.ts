import type { Access } from '../access/types.ts';
import type { Connector } from '../types.ts';
import { pullFreightower } from './freightower-client.ts';
import { parseFreightower } from './freightower-record.ts';

export { readFreightowerPush } from './freightower-push.ts';
export { tellsSomething } from './freightower-record.ts';

/** Freightower, the freight-tracking aggregator, asked with these keys. */
export const freightowerConnector = (access: Access, firstField: string): Connector => ({
  protocol: 'ft',
  askedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pullFreightower(request, access, firstField),
  parse: parseFreightower,
});
