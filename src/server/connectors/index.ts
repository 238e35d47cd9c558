import { aisConnector } from './ais/index.ts';
import { cargoImpConnector } from './cargoimp/index.ts';
import { coldChainConnector, fleetConnector, railConnector, sfConnector, upsConnector } from './consignment/index.ts';
import { customsConnector } from './customs/index.ts';
import { dcsa3Connector, dcsaConnector } from './dcsa/index.ts';
import { edifactConnector } from './edifact/index.ts';
import { ftConnector } from './ft/index.ts';
import { oneRecordConnector } from './onerecord/index.ts';
import { rpaConnector } from './rpa/index.ts';
import type { Connector } from './types.ts';

/** Every protocol the product pulls from, by the name sources carry. */
export const connectors: Record<Connector['protocol'], Connector> = {
  ais: aisConnector,
  customs: customsConnector,
  dcsa: dcsaConnector,
  dcsa3: dcsa3Connector,
  ft: ftConnector,
  edifact: edifactConnector,
  rpa: rpaConnector,
  cargoimp: cargoImpConnector,
  onerecord: oneRecordConnector,
  sf: sfConnector,
  ups: upsConnector,
  railway: railConnector,
  fleet: fleetConnector,
  coldchain: coldChainConnector,
};

/** The protocols whose sources are asked by whom; statements compare the column with these. */
export const protocolsAskedBy = (who: Connector['askedBy']): string[] =>
  Object.values(connectors).flatMap(({ protocol, askedBy }) => (askedBy === who ? [protocol] : []));
