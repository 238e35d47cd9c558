import type { Connector } from '../types.ts';
import { pullDeclarations } from './client.ts';
import { parseDeclarations } from './parse.ts';

/** A single window of customs: declared, examined, held, released, line by line. */
export const customsConnector: Connector = {
  protocol: 'customs',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: pullDeclarations,
  parse: parseDeclarations,
};
