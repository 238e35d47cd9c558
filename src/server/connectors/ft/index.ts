import type { Access } from '../access/types.ts';
import type { Connector } from '../types.ts';
import { pullRecord } from './client.ts';
import { pullFreightower } from './freightower-client.ts';
import { parseFreightower } from './freightower-record.ts';
import { parseRecord } from './parse.ts';

export { latestRecord } from './client.ts';

/** The freight-tracking aggregator. */
export const ftConnector: Connector = {
  protocol: 'ft',
  askedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: pullRecord,
  parse: parseRecord,
};

/** Freightower, asked with these keys. */
export const freightowerConnector = (access: Access, firstField: string): Connector => ({
  protocol: 'ft',
  askedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pullFreightower(request, access, firstField),
  parse: parseFreightower,
});
