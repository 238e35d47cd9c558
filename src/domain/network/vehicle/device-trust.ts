import { isWithin, networkOf, readNetworks } from '#shared/net/networks.ts';
import type { Instant } from '#shared/time/instant.ts';
import { isReachable } from './advance.ts';
import type { VehicleFix } from './types.ts';

/** What the tenant has entered about the device of a vehicle, and the registration window that is open; null: none. */
export type DeviceRules = {
  plateNo: string;
  deviceMaker: string | null;
  deviceId: string | null;
  /** Networks that the device may connect from; null or empty: from anywhere. */
  networks: string | null;
  openUntil: Instant | null;
};

/** What a device says about itself when it registers. */
export type DeviceClaim = { plate: string; maker: string; terminalId: string };

/** Why a registration is refused. */
export type RegistrationRefusal = 'claimedPlate' | 'claimedDevice' | 'foreignNetwork' | 'notOpen' | 'signedIn';

/** How a network of a device is regarded: used before, held for review until somebody looks, or confirmed by a person. */
export type NetworkState = 'seen' | 'held' | 'confirmed';

/** Why positions of a device are held for review. */
export type HeldReason = 'network' | 'second' | 'jump';

/** What lets a device in, as the list of vehicles shows it. */
export type DeviceAccess = 'coded' | 'matched' | 'bound' | 'open' | 'legacy' | 'unbound' | 'closed';

const norm = (text: string | null): string => (text ?? '').trim().toUpperCase();
const isSame = (entered: string | null, claimed: string): boolean => norm(entered) === norm(claimed);
const isEntered = (text: string | null): boolean => norm(text) !== '';

/** The network of an address for comparison: providers hand out addresses of one network for a time. */
export const deviceNetwork = (address: string): string => networkOf(address, { ipv4: 16, ipv6: 32 });

/** Whether the tenant has bound the device to networks. */
export const isBound = ({ networks }: Pick<DeviceRules, 'networks'>): boolean => isEntered(networks);

/** Whether a device may connect from an address; one that is not bound may from everywhere. */
export const mayConnectFrom = (rules: Pick<DeviceRules, 'networks'>, address: string): boolean =>
  !isBound(rules) || isWithin(address, readNetworks(rules.networks ?? '').networks);

/**
 * Whether a device may register now; undefined where it may. The tenant has opened a window, or has entered the id of the device and
 * the device names it together with the plate. Without a window, a device that is signed in cannot be registered a second time.
 */
export function refuseRegistration(
  rules: DeviceRules,
  claim: DeviceClaim,
  { now, address, isSignedIn }: { now: Instant; address: string; isSignedIn: boolean },
): RegistrationRefusal | undefined {
  const { plateNo, deviceMaker, deviceId, openUntil } = rules;
  if (norm(claim.plate) !== '' && !isSame(plateNo, claim.plate)) return 'claimedPlate';
  const isIdWrong = isEntered(deviceId) && !isSame(deviceId, claim.terminalId);
  if (isIdWrong || (isEntered(deviceMaker) && !isSame(deviceMaker, claim.maker))) return 'claimedDevice';
  if (!mayConnectFrom(rules, address)) return 'foreignNetwork';
  if (openUntil !== null && openUntil > now) return undefined;
  if (!isEntered(deviceId) || !isSame(plateNo, claim.plate)) return 'notOpen';
  return isSignedIn ? 'signedIn' : undefined;
}

/**
 * How the network of a sign-in is regarded. `isProven`: the device has a code that only it was given, or the tenant has bound it to
 * networks. The first network of a device is taken as its own. One without a proof is held for review in any other network.
 */
export function networkStateOf(
  known: Readonly<Record<string, NetworkState>>,
  network: string,
  isProven: boolean,
): NetworkState {
  const state = known[network];
  if (state === 'confirmed') return state;
  if (isProven || Object.keys(known).length === 0) return 'seen';
  return state ?? 'held';
}

/** Whether a position of a device without a proof is held for review, because the vehicle cannot have got there. */
export const isHeldJump = (last: VehicleFix | null, fix: VehicleFix): boolean =>
  last !== null && fix.located && !isReachable(last, fix);
