import type { Connector } from '../types.ts';
import { pullRecord } from './client.ts';
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
