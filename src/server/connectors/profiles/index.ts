import { type Connector } from '../types.ts';
import { aisStream } from './aisstream.ts';
import { cosco, oocl } from './cargosmart.ts';
import { cmaCgm } from './cma-cgm.ts';
import { dcsa22, dcsa30 } from './dcsa.ts';
import { dhl } from './dhl.ts';
import { evergreen } from './evergreen.ts';
import { fedex } from './fedex.ts';
import { freightower, freightowerKey } from './freightower.ts';
import { hapagLloyd } from './hapag-lloyd.ts';
import { hmm } from './hmm.ts';
import { maersk } from './maersk.ts';
import { msc } from './msc.ts';
import { one } from './one.ts';
import { pushSecret } from './shared-fields.ts';
import { shipsGo } from './shipsgo.ts';
import { terminal49 } from './terminal49.ts';
import { trackingEyes } from './trackingeyes.ts';
import type { SourceProfile } from './types.ts';
import { usps } from './usps.ts';
import { vizion } from './vizion.ts';
import { zim, zimV1 } from './zim.ts';

const declared: readonly SourceProfile[] = [
  maersk,
  msc,
  cmaCgm,
  hapagLloyd,
  one,
  evergreen,
  hmm,
  zim,
  zimV1,
  cosco,
  oocl,
  dcsa22,
  dcsa30,
  freightower,
  freightowerKey,
  trackingEyes,
  terminal49,
  shipsGo,
  aisStream,
  dhl,
  fedex,
  usps,
  vizion,
];

/** The secret of pushes belongs to an account, as its keys do. */
const withPushSecret = (profile: SourceProfile): SourceProfile =>
  profile.push === null ? profile : { ...profile, credentials: [...profile.credentials, pushSecret] };

/** All counterparts that a source can be connected to, in the order of the screen. */
export const sourceProfiles: readonly SourceProfile[] = declared.map(withPushSecret);

const byName = new Map(sourceProfiles.map((profile) => [profile.name, profile]));

/** The profile of that name; undefined for a name that no version of the product knows. */
export const findProfile = (name: string): SourceProfile | undefined => byName.get(name);

/** The connector of a profile; null for a source without one. */
export const profileConnector = (name: string | null): Connector | null =>
  name === null ? null : (byName.get(name)?.connector ?? null);
