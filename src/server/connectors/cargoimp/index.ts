import { type Connector, PullFailure } from '../types.ts';
import { parseCargoImp } from './parse.ts';

export { readCargoImp } from './read-message.ts';
export { splitCargoImp } from './split-messages.ts';

/** Status messages (FSU) and waybills (FWB) of airlines in Cargo-IMP, which come by mail or as files: nobody can be queried. */
export const cargoImpConnector: Connector = {
  protocol: 'cargoimp',
  queriedBy: 'nobody',
  emptyMeans: 'unanswered',
  pull: () => Promise.reject(new PullFailure('config_error', 'messages of Cargo-IMP come by themselves')),
  parse: parseCargoImp,
};
