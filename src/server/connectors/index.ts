import type { CallLimits } from '#domain/intake/polling/call-budget.ts';
import { aisConnector } from './ais/index.ts';
import { cargoImpConnector } from './cargoimp/index.ts';
import { coldChainConnector, fleetConnector, railConnector, sfConnector, upsConnector } from './consignment/index.ts';
import { customsConnector } from './customs/index.ts';
import { dcsa3Connector, dcsaConnector } from './dcsa/index.ts';
import { edifactConnector } from './edifact/index.ts';
import { oneRecordConnector } from './onerecord/index.ts';
import { cosco } from './profiles/cargosmart.ts';
import { dhl } from './profiles/dhl.ts';
import { fedex } from './profiles/fedex.ts';
import { freightowerKey } from './profiles/freightower.ts';
import { findProfile, profileConnector } from './profiles/index.ts';
import { shipsGo } from './profiles/shipsgo.ts';
import { terminal49 } from './profiles/terminal49.ts';
import { trackingEyes } from './profiles/trackingeyes.ts';
import { usps } from './profiles/usps.ts';
import { vizion } from './profiles/vizion.ts';
import { rpaConnector } from './rpa/index.ts';
import { stagedConnector } from './staged/index.ts';
import type { Connector } from './types.ts';

/** Every protocol the product pulls from, by the name sources carry. */
export const connectors: Record<Connector['protocol'], Connector> = {
  ais: aisConnector,
  customs: customsConnector,
  dcsa: dcsaConnector,
  dcsa3: dcsa3Connector,
  ft: freightowerKey.connector,
  edifact: edifactConnector,
  rpa: rpaConnector,
  cargoimp: cargoImpConnector,
  onerecord: oneRecordConnector,
  sf: sfConnector,
  ups: upsConnector,
  railway: railConnector,
  fleet: fleetConnector,
  coldchain: coldChainConnector,
  cargosmart: cosco.connector,
  trackingeyes: trackingEyes.connector,
  terminal49: terminal49.connector,
  shipsgo: shipsGo.connector,
  dhl: dhl.connector,
  fedex: fedex.connector,
  usps: usps.connector,
  vizion: vizion.connector,
  staged: stagedConnector,
};

/** How a source is queried and read: as its profile has it, else as its protocol has it. */
export const connectorOf = ({
  profile,
  protocol,
}: {
  profile: string | null;
  protocol: Connector['protocol'];
}): Connector => profileConnector(profile) ?? connectors[protocol];

/** Where a source's access tokens are requested: as set at the source, else as its profile has it for the source's address. */
export function tokenUrlOf(source: {
  profile: string | null;
  base_url: string;
  access_url: string | null;
}): string | null {
  if (source.access_url !== null && source.access_url !== '') return source.access_url;
  const endpoints = source.profile === null ? undefined : findProfile(source.profile)?.endpoints;
  const isTest = endpoints?.test !== undefined && source.base_url === endpoints.test.baseUrl;
  return (isTest ? endpoints?.test?.tokenUrl : endpoints?.production.tokenUrl) ?? null;
}

/** A source as its limits are about it: its own, where it names them. */
type LimitedSource = {
  profile: string | null;
  most_per_minute: number | null;
  most_per_hour: number | null;
  most_per_day: number | null;
  most_at_once: number | null;
};

/** Most calls with one set of keys: as set at the source, else as its profile has it. */
export function limitsOfSource(source: LimitedSource): CallLimits {
  const { limits = {} } = (source.profile === null ? undefined : findProfile(source.profile)) ?? {};
  return {
    perMinute: source.most_per_minute ?? limits.perMinute,
    perHour: source.most_per_hour ?? limits.perHour,
    perDay: source.most_per_day ?? limits.perDay,
    atOnce: source.most_at_once ?? limits.atOnce,
  };
}

/** The protocols whose sources are queried by whom; statements compare the column with these. */
export const protocolsQueriedBy = (who: Connector['queriedBy']): string[] =>
  Object.values(connectors).flatMap(({ protocol, queriedBy }) => (queriedBy === who ? [protocol] : []));

export { findProfile, sourceProfiles } from './profiles/index.ts';
export type { CredentialField, SourceProfile } from './profiles/types.ts';
