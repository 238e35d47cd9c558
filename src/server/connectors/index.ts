import { dcsaConnector } from './dcsa/index.ts';
import { ftConnector } from './ft/index.ts';
import type { Connector } from './types.ts';

/** Every protocol the product pulls from, by the name sources carry. */
export const connectors: Record<'dcsa' | 'ft', Connector> = { dcsa: dcsaConnector, ft: ftConnector };
