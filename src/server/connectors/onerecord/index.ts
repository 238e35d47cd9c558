import type { Connector } from '../types.ts';
import { parseOneRecord } from './parse.ts';
import { pullWaybill } from './pull.ts';

export { splitObjectNotices } from './notification.ts';
export { pullWaybillOf } from './pull.ts';
export { subscribeToObjects } from './subscribe.ts';

/** An airline's IATA ONE Record server: a waybill and its shipment as logistics objects in JSON-LD, and the events that hang on them. */
export const oneRecordConnector: Connector = {
  protocol: 'onerecord',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: pullWaybill,
  parse: parseOneRecord,
};
