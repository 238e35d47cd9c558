import type { CutOff, StatedCall, CallTimes } from '#domain/network/sailing/model.ts';
import { bestTime } from '#domain/network/sailing/model.ts';
import { isCutoffCode } from '#shared/reference/cutoff-codes.ts';
import { isImo } from '#shared/ids/imo.ts';
import { isUnLocode, normalizeUnLocode } from '#shared/ids/un-locode.ts';
import type { ParseRefusal } from '../../types.ts';
import { asObject, parseJsonBytes, refusal } from '../../untrusted.ts';
import { EventReader, meant, Refused } from '../../event-reader.ts';

/** Calls read of one page; more is no honest answer. */
const MAX_CALLS = 20_000;
/** Calls of one vessel that the next one is compared with. */
const MAX_COMPARED = 200;

/** What a page says: calls, and pieces that could not be taken. */
export type ParsedSchedules = { calls: StatedCall[]; refusals: ParseRefusal[] };

/** What parsing asks of master data. */
export type ScheduleReference = {
  resolvePort: (code: string) => string | undefined;
  /** The carrier of a code that a list of carriers (SCAC, SMDG) gives it. */
  carrierOf: (code: string) => string | undefined;
};

type Fields = Record<string, unknown>;
type Service = Pick<StatedCall, 'serviceCode' | 'serviceName'>;
type Vessel = Pick<StatedCall, 'imo' | 'mmsi' | 'vesselName' | 'callSign' | 'flag' | 'operatorCode'>;

const noTimes: CallTimes = { planned: null, estimated: null, actual: null };
const slots = { PLN: 'planned', EST: 'estimated', ACT: 'actual' } as const;

/** Collects the times of a call; one that cannot be read is noted and left out. */
function readTimes(reader: EventReader, call: Fields): Pick<StatedCall, 'arrival' | 'departure'> {
  const arrival = { ...noTimes };
  const departure = { ...noTimes };
  for (const stamp of reader.list(call, 'timestamps')) {
    try {
      const type = reader.requiredOf(stamp, 'eventTypeCode', ['ARRI', 'DEPA']);
      const classifier = reader.requiredOf(stamp, 'eventClassifierCode', ['PLN', 'EST', 'ACT']);
      (type === 'ARRI' ? arrival : departure)[slots[classifier]] = reader.time(stamp, 'eventDateTime');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return { arrival, departure };
}

/** Cut-offs of kinds we know; others are left out without a word, as the standard allows more. */
export function readCutOffs(reader: EventReader, call: Fields): CutOff[] {
  return reader.list(call, 'cutOffTimes').flatMap((item) => {
    const code = reader.optional(item, 'cutOffDateTimeCode');
    if (code === null || !isCutoffCode(code)) return [];
    try {
      return [{ code, at: reader.time(item, 'cutOffDateTime') }];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  });
}

function readVessel(reader: EventReader, schedule: Fields, reference: ScheduleReference): Vessel {
  const vessel = reader.part(schedule, 'vessel');
  if (vessel === undefined) reader.refuse('missing_field', 'vessel', undefined);
  const imo = reader.required(vessel, 'vesselIMONumber');
  if (!isImo(imo)) reader.refuse('bad_reference', 'vesselIMONumber', imo);
  const operator = reader.optional(vessel, 'operatorCarrierCode');
  return {
    imo,
    mmsi: reader.optional(vessel, 'MMSINumber'),
    vesselName: reader.optional(vessel, 'name') ?? imo,
    callSign: reader.optional(vessel, 'callSign'),
    flag: reader.optional(vessel, 'flag'),
    operatorCode: operator === null ? null : (reference.carrierOf(operator) ?? null),
  };
}

const iso = (at: number): string => new Date(at).toISOString();

/**
 * The times of a call must be possible: she cannot leave before she came. Only times of one kind contradict each other: a late
 * vessel is expected behind a departure that is still the planned one.
 */
function checkOrder(reader: EventReader, { arrival, departure }: Pick<StatedCall, 'arrival' | 'departure'>): void {
  if (bestTime(arrival) === null && bestTime(departure) === null)
    reader.refuse('missing_field', 'timestamps', undefined);
  for (const kind of Object.values(slots)) {
    const [comes, leaves] = [arrival[kind], departure[kind]];
    if (comes !== null && leaves !== null && leaves < comes)
      reader.refuse('contradiction', 'timestamps', `${iso(comes)} > ${iso(leaves)}`);
  }
}

/** A place of a schedule: its port, and its terminal where that is named. */
export type ScheduledPlace = { portCode: string; terminal: string | null };

/** The code of a terminal: the standard has it at the location by the list of SMDG or BIC; an older form keeps it in a part of its own. */
function readTerminal(reader: EventReader, location: Fields): { code: string | null; isBic: boolean } {
  const smdg = reader.optional(location, 'facilitySMDGCode');
  if (smdg !== null) return { code: smdg, isBic: false };
  const bic = reader.optional(location, 'facilityBICCode');
  if (bic !== null) return { code: bic, isBic: true };
  const part = reader.part(location, 'facility') ?? location;
  const code = reader.optional(part, 'facilityCode');
  return { code, isBic: meant(part, 'facilityCodeListProvider') === 'BIC' };
}

/** Where a call or a leg is: by its UN/LOCODE, else by the facility's BIC code, which begins with it. Throws Refused. */
export function readSchedulePlace(reader: EventReader, location: Fields, reference: ScheduleReference): ScheduledPlace {
  const { code: terminal, isBic } = readTerminal(reader, location);
  const given = reader.optional(location, 'UNLocationCode');
  const text = given ?? (isBic && terminal !== null && terminal.length === 9 ? terminal.slice(0, 5) : null);
  if (text === null) reader.refuse('missing_field', 'UNLocationCode', undefined);
  const code = normalizeUnLocode(text);
  if (!isUnLocode(code)) reader.refuse('bad_reference', 'UNLocationCode', code);
  return { portCode: reference.resolvePort(code) ?? code, terminal };
}

/** When she lies in the port, as the calls of one vessel are compared. */
const stayOf = ({ arrival, departure }: StatedCall): { comes: number; leaves: number } | undefined => {
  const comes = arrival.planned ?? bestTime(arrival);
  const leaves = departure.planned ?? bestTime(departure);
  return comes === null || leaves === null || leaves < comes ? undefined : { comes, leaves };
};

/** She may be moved from one terminal of a port to another. */
const isShift = (one: StatedCall, other: StatedCall): boolean =>
  one.portCode === other.portCode && one.terminal !== other.terminal;

/** A vessel is in one place at a time: a call that is reported twice, or that lies within the stay at another one, is refused. */
function checkAgainst(reader: EventReader, call: StatedCall, before: readonly StatedCall[]): void {
  const last = before.slice(-MAX_COMPARED);
  if (last.some(({ ref }) => ref === call.ref)) reader.refuse('contradiction', 'transportCallReference', call.ref);
  const stay = stayOf(call);
  if (stay === undefined || call.omitted) return;
  const other = last.find((one) => {
    const lies = one.omitted ? undefined : stayOf(one);
    return lies !== undefined && lies.comes < stay.leaves && stay.comes < lies.leaves && !isShift(one, call);
  });
  if (other !== undefined)
    reader.refuse('contradiction', 'timestamps', `${other.ref}: ${other.portCode} ${iso(stay.comes)}`);
}

function readCall(
  reader: EventReader,
  call: Fields,
  service: Service,
  vessel: Vessel,
  reference: ScheduleReference,
): StatedCall {
  reader.eventId = reader.required(call, 'transportCallReference');
  const location = reader.part(call, 'location');
  if (location === undefined) reader.refuse('missing_field', 'location', undefined);
  const place = readSchedulePlace(reader, location, reference);
  const times = readTimes(reader, call);
  checkOrder(reader, times);
  const exportVoyage = reader.optional(call, 'carrierExportVoyageNumber');
  return {
    ref: reader.eventId,
    ...service,
    ...vessel,
    importVoyage: reader.optional(call, 'carrierImportVoyageNumber'),
    exportVoyage,
    universalVoyage:
      reader.optional(call, 'universalExportVoyageReference') ??
      reader.optional(call, 'universalImportVoyageReference'),
    ...place,
    omitted: meant(call, 'statusCode') === 'OMIT',
    ...times,
    cutOffs: readCutOffs(reader, call),
  };
}

/** A piece that is refused as a whole does not take the others with it. */
function attempt(reader: EventReader, refusals: ParseRefusal[], read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  refusals.push(...reader.refusals);
}

/** Reads a page of vessel schedules. Pure, and never throws on content. */
export function parseSchedules(body: Uint8Array, reference: ScheduleReference): ParsedSchedules {
  const json = parseJsonBytes(body);
  if (json === undefined) return { calls: [], refusals: [refusal('unreadable')] };
  if (!Array.isArray(json.value)) return { calls: [], refusals: [refusal('not_an_array')] };
  const calls: StatedCall[] = [];
  const refusals: ParseRefusal[] = [];
  for (const [index, item] of json.value.entries()) {
    const fields = asObject(item);
    if (fields === undefined) {
      refusals.push(refusal('malformed_event', { index, value: item }));
      continue;
    }
    const ofService = new EventReader(index);
    attempt(ofService, refusals, () => {
      const service = {
        serviceCode: ofService.required(fields, 'carrierServiceCode'),
        serviceName: ofService.optional(fields, 'carrierServiceName'),
      };
      for (const schedule of ofService.list(fields, 'vesselSchedules')) {
        // A vessel that is not named yet is no sailing one could book or follow.
        if (meant(schedule, 'isDummyVessel') === true) continue;
        const ofVessel = new EventReader(index);
        attempt(ofVessel, refusals, () => {
          const vessel = readVessel(ofVessel, schedule, reference);
          const own: StatedCall[] = [];
          for (const call of ofVessel.list(schedule, 'transportCalls')) {
            const ofCall = new EventReader(index);
            attempt(ofCall, refusals, () => {
              const wording = readCall(ofCall, call, service, vessel, reference);
              checkAgainst(ofCall, wording, own);
              own.push(wording);
            });
          }
          for (const call of own) calls.push(call);
        });
      }
    });
    if (calls.length > MAX_CALLS) {
      refusals.push(refusal('too_many_events', { index, value: calls.length }));
      break;
    }
  }
  return { calls: calls.slice(0, MAX_CALLS), refusals };
}
