import type { VesselFix } from '#domain/network/position/fix.ts';
import type { AisMessage } from '#server/connectors/ais/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What a vessel says about herself; left out: not stated in this message. */
export type StaticWord = Partial<{
  imo: string;
  name: string;
  callSign: string;
  shipType: number;
  lengthM: number;
  beamM: number;
  draughtM: number;
  destination: string;
  masterEta: string;
  aisClass: 'A' | 'B';
}>;

/** One message as the store takes it. */
export type Heard = {
  mmsi: number;
  at: Instant;
  fix: VesselFix | null;
  word: StaticWord | null;
  /** The receiver that brought it, where it is one of the configured. */
  feed: string | null;
};

const two = (value: number): string => String(value).padStart(2, '0');

const isShip = (mmsi: number): boolean => mmsi >= 201_000_000 && mmsi <= 775_999_999;

/** Only what is stated counts: nothing replaces what was known by "not available". */
function statement(word: { [Name in keyof StaticWord]: StaticWord[Name] | null | undefined }): StaticWord {
  return Object.fromEntries(Object.entries(word).filter(([, value]) => value !== null && value !== undefined));
}

function wordOf(message: AisMessage): StaticWord | null {
  switch (message.kind) {
    case 'voyage': {
      const { etaMonth: month, etaDay: day, etaHour: hour, etaMinute: minute } = message;
      return statement({
        imo: message.imo == null || message.imo < 1_000_000 ? null : String(message.imo),
        name: message.name,
        callSign: message.callSign,
        shipType: message.shipType === 0 ? null : message.shipType,
        lengthM: message.length,
        beamM: message.beam,
        draughtM: message.draught,
        destination: message.destination,
        masterEta:
          month == null || day == null ? null : `${two(month)}-${two(day)} ${two(hour ?? 0)}:${two(minute ?? 0)}`,
        aisClass: 'A',
      });
    }
    case 'extendedB':
      return statement({
        name: message.name,
        shipType: message.shipType === 0 ? null : message.shipType,
        lengthM: message.length,
        beamM: message.beam,
        aisClass: 'B',
      });
    case 'staticA':
      return statement({ name: message.name });
    case 'staticB':
      return statement({
        callSign: message.callSign,
        shipType: message.shipType === 0 ? null : message.shipType,
        lengthM: message.length,
        beamM: message.beam,
        aisClass: 'B',
      });
    default:
      return null;
  }
}

function fixOf(message: AisMessage, at: Instant): VesselFix | null {
  if (
    message.kind !== 'positionA' &&
    message.kind !== 'positionB' &&
    message.kind !== 'extendedB' &&
    message.kind !== 'longRange'
  )
    return null;
  if (message.lon == null || message.lat == null) return null;
  return {
    at,
    lon: message.lon,
    lat: message.lat,
    speed: message.speed ?? null,
    course: message.course ?? null,
    heading: 'heading' in message ? (message.heading ?? null) : null,
    status: 'status' in message ? (message.status ?? null) : null,
  };
}

/** What a message says about a ship; undefined for those of stations, buoys and aircraft, and for those without content. */
export function toHeard(message: AisMessage, now: Instant, feed: string | null): Heard | undefined {
  if (!isShip(message.mmsi)) return undefined;
  const at = message.reception.at ?? now;
  const heard = { mmsi: message.mmsi, at, fix: fixOf(message, at), word: wordOf(message), feed };
  return heard.fix === null && heard.word === null ? undefined : heard;
}
