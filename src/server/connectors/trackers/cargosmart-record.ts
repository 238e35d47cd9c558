import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import { completeBill } from '../dcsa/index.ts';
import type { Connector, ParsedRecord } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import {
  first,
  milestoneOf,
  newestEstimates,
  newestJson,
  nothingReported,
  objects,
  part,
  type Place,
  recordOf,
  textOf,
} from './record.ts';
import type { Fields } from './talk.ts';

/** Its events as milestones of ours; `null`: known, and no milestone. */
const statuses: Readonly<Record<string, string | null>> = {
  CS010: milestones.emptyPickUp,
  CS020: milestones.gateIn,
  CS040: landMilestones.preCarriageArrived,
  CS060: milestones.loaded,
  CS067: milestones.departed,
  CS068: milestones.departed,
  CS070: milestones.departed,
  CS080: milestones.transhipmentArrived,
  CS090: milestones.transhipmentLoaded,
  CS100: milestones.transhipmentDischarged,
  CS110: milestones.transhipmentDeparted,
  CS120: milestones.arrived,
  CS130: milestones.discharged,
  CS190: milestones.gateOutFull,
  CS210: null,
  CS260: milestones.available,
  CS277: milestones.arrived,
  CS500: null,
  CS958: milestones.arrived,
};
/** Events that are estimates unless they say otherwise. */
const estimates: ReadonlySet<string> = new Set(['CS067', 'CS068', 'CS277', 'CS958']);

/** Events of a ship by what it does to the container: it comes with it, or leaves with it. */
const sideOf: Readonly<Record<string, 'POL' | 'POD'>> = {
  [milestones.loaded]: 'POL',
  [milestones.departed]: 'POL',
  [milestones.transhipmentLoaded]: 'POL',
  [milestones.transhipmentDeparted]: 'POL',
  [milestones.transhipmentArrived]: 'POD',
  [milestones.transhipmentDischarged]: 'POD',
  [milestones.arrived]: 'POD',
  [milestones.discharged]: 'POD',
};

/** Whether the shipment is written as JSON in a text. */
const isText = (value: unknown): boolean => typeof attribute(asObject(value) ?? {}, 'shipmentContent') === 'string';

/** The shipment of an answer: an object, the same as JSON in a text, or the answer itself; undefined where it holds none. */
export function contentOf(value: unknown): Fields | undefined {
  const body = asObject(value);
  if (body === undefined) return undefined;
  const content = attribute(body, 'shipmentContent');
  const inner = typeof content === 'string' ? parseJsonBytes(new TextEncoder().encode(content))?.value : content;
  const shipment = asObject(inner) ?? body;
  return objects(attribute(shipment, 'containerDetail')).length > 0 ? shipment : undefined;
}

/**
 * A time: GMT as text or milliseconds, else local text without an offset. The two stand side by side, and GMT is the instant;
 * a day without a time is the day at the place.
 */
function timeOf(value: unknown): string | undefined {
  const time = asObject(value) ?? {};
  const millis = (fields: Fields): string | undefined => {
    const at = attribute(fields, 'timeInMillis');
    return typeof at === 'number' && Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : undefined;
  };
  const gmt = part(time, 'GMT');
  const text = textOf(gmt, 'text') ?? textOf(time, 'GMT');
  if (text !== null) return asUtc(text);
  const local = part(time, 'locDT');
  return millis(gmt) ?? textOf(local, 'text') ?? textOf(part(local, '_value'), 'text', 'time') ?? undefined;
}

/** Text that is GMT by its name, whether it says so or not. A day alone stays one. */
function asUtc(text: string): string {
  const plain = text.replace(' ', 'T');
  if (!plain.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(plain)) return plain;
  return `${plain}Z`;
}

const nameKey = (text: string): string => `name ${text.trim().toUpperCase()}`;

/** All by which one place is named: its code, its city as CargoSmart numbers it, its names. */
function namesOf(location: Fields): { code: string | null; keys: string[] } {
  const city = { ...part(location, 'port'), ...part(location, 'cityDetails') };
  const code = textOf(part(city, 'locationCode'), 'UNLocationCode')?.toUpperCase() ?? null;
  const parent = attribute(part(location, 'CSStandardCity'), 'CSParentCityID');
  const named = [textOf(city, 'portName'), textOf(city, 'city'), textOf(location, 'locationName')];
  const keys = named.filter((name) => name !== null).map(nameKey);
  return { code, keys: typeof parent === 'number' ? [`city ${parent}`, ...keys] : keys };
}

type Places = { codeOf: (location: Fields) => string | null; placeOf: (location: Fields) => Place };

/** Codes of places: an answer writes the code of a city beside one of its mentions only. Names that stand for two codes stand for none. */
function placesOf(locations: readonly Fields[]): Places {
  const codes = new Map<string, string | null>();
  for (const location of locations) {
    const { code, keys } = namesOf(location);
    if (code === null) continue;
    for (const key of keys) codes.set(key, codes.has(key) && codes.get(key) !== code ? null : code);
  }
  const codeOf = (location: Fields): string | null => {
    const { code, keys } = namesOf(location);
    return code ?? keys.map((key) => codes.get(key)).find((known) => known != null) ?? null;
  };
  const placeOf = (location: Fields): Place => {
    const facility = textOf(part(location, 'facility'), 'facilityName');
    const city = { ...part(location, 'port'), ...part(location, 'cityDetails') };
    const name = facility ?? textOf(location, 'locationName') ?? textOf(city, 'portName', 'city');
    return { portCd: codeOf(location) ?? undefined, portName: name ?? undefined, timeZone: undefined };
  };
  return { codeOf, placeOf };
}

const legsOf = (container: Fields): Fields[] => {
  const legs = objects(attribute(part(container, 'route'), 'shipmentLeg'));
  const order = (leg: Fields): number => Number(attribute(leg, 'legSeq') ?? 0) || 0;
  return legs.toSorted((a, b) => order(a) - order(b));
};

/** The ship at one end of a leg; where only one end names it, that one. */
function shipOf(leg: Fields | undefined, side: 'POL' | 'POD'): Fields {
  const ends = part(leg ?? {}, 'SVVD');
  const [own, other] = side === 'POL' ? ['loading', 'discharge'] : ['discharge', 'loading'];
  const ship = asObject(attribute(ends, own)) ?? part(ends, other);
  const [voyage, direction] = [textOf(ship, 'voyage'), textOf(ship, 'direction')];
  const isWhole = voyage === null || direction === null || /[A-Z]$/i.test(voyage);
  return {
    vesselName: textOf(ship, 'vesselName') ?? undefined,
    imo: textOf(ship, 'lloydsNumber') ?? undefined,
    voyageNo: (isWhole ? voyage : `${voyage}${direction}`) ?? undefined,
  };
}

/** The newest time of a list that is an estimate, or that is a fact. */
function markedTime(list: unknown, mark: 'E' | 'A'): string | undefined {
  const times = objects(list).filter(
    (time) => (textOf(part(time, 'indicator'), 'value') ?? textOf(time, 'indicator')) === mark,
  );
  return timeOf(times.at(-1));
}

function legFields(leg: Fields, index: number, { placeOf }: Places): Fields {
  return {
    seq: index + 1,
    ...shipOf(leg, 'POL'),
    pol: placeOf(part(leg, 'POL')),
    pod: placeOf(part(leg, 'POD')),
    etd: markedTime(attribute(leg, 'departureDT'), 'E'),
    atd: markedTime(attribute(leg, 'departureDT'), 'A'),
    eta: markedTime(attribute(leg, 'arrivalDT'), 'E'),
    ata: markedTime(attribute(leg, 'arrivalDT'), 'A'),
  };
}

type LegAt = (location: Fields, side: 'POL' | 'POD') => Fields | undefined;

/** Finds the leg that begins (or ends) at the place of an event: by its code where both have one, else by a name. */
function legFinder(legs: readonly Fields[], { codeOf }: Places): LegAt {
  const byEnd = new Map<string, { leg: Fields; code: string | null }>();
  for (const leg of legs) {
    for (const side of ['POL', 'POD'] as const) {
      const end = part(leg, side);
      const code = codeOf(end);
      for (const key of [`code ${code}`, ...namesOf(end).keys].map((one) => `${side} ${one}`))
        if (!byEnd.has(key)) byEnd.set(key, { leg, code });
    }
  }
  return (location, side) => {
    const code = codeOf(location);
    const known = code === null ? undefined : byEnd.get(`${side} code ${code}`);
    if (known !== undefined) return known.leg;
    const named = namesOf(location).keys.map((key) => byEnd.get(`${side} ${key}`));
    return named.find((found) => found !== undefined && (code === null || found.code === null))?.leg;
  };
}

/** CS020 has been seen as "full received by the carrier"; some describe it as an inspection. */
const isInspection = (code: string, event: Fields): boolean =>
  code === 'CS020' && /inspect/i.test(`${textOf(event, 'eventDescription')} ${textOf(event, 'carrEventCode')}`);

function nodesOf(container: Fields, places: Places): Fields[] {
  const legAt = legFinder(legsOf(container), places);
  const nodes = objects(attribute(container, 'event')).flatMap((event) => {
    const kind = part(event, 'CSEvent');
    const code = textOf(kind, 'CSEventCode')?.toUpperCase() ?? '';
    if (Object.hasOwn(statuses, code) && statuses[code] === null) return [];
    const status = isInspection(code, event) ? milestones.inspection : (statuses[code] ?? undefined);
    const location = part(event, 'location');
    const side = status === undefined ? undefined : milestoneOf(sideOf, status);
    const { vesselName, voyageNo } = side === 'POL' || side === 'POD' ? shipOf(legAt(location, side), side) : {};
    const mark = textOf(kind, 'estActIndicator')?.toUpperCase();
    const isEstimate = mark === undefined ? estimates.has(code) : mark === 'E';
    return [
      {
        nodeCd: status ?? (code === '' ? undefined : code),
        occurTime: timeOf(attribute(event, 'eventDT')),
        isEst: mark === undefined || mark === 'E' || mark === 'A' ? (isEstimate ? 'Y' : 'N') : mark,
        ...places.placeOf(location),
        vesselName,
        voyageNo,
        reportedAt: timeOf(attribute(event, 'eventReceivedDT')),
      },
    ];
  });
  return newestEstimates(nodes, ({ reportedAt }) => Date.parse(reportedAt ?? ''));
}

/** The number of a container: its check digit stands beside it. */
function containerNoOf(container: Fields): string | undefined {
  const number = part(container, 'containerNumber');
  const text = textOf(number, 'containerNumber') ?? textOf(container, 'containerNumber') ?? undefined;
  const digit = first(number, 'containerCheckDigit');
  const isOpen = text !== undefined && /^[A-Z]{4}\d{6}$/i.test(text) && /^\d$/.test(String(digit ?? ''));
  return isOpen ? `${text}${String(digit)}` : text;
}

function sizeTypeOf(container: Fields): string | undefined {
  const number = part(container, 'containerNumber');
  const codes = [textOf(number, 'CSContainerSizeType'), textOf(number, 'carrCntrSizeType')];
  return codes.find((code) => code !== null && /^[0-9L][0-9A-Z]{3}$/i.test(code)) ?? undefined;
}

const sealsOf = (container: Fields): string | undefined => {
  const seals = objects(attribute(part(container, 'containerNumber'), 'seal'));
  return seals.map((seal) => textOf(seal, 'sealNumber')).find((seal) => seal !== null) ?? undefined;
};

/** Numbers of a kind among the references of the containers. */
function referencesOf(containers: readonly Fields[], kind: string): string[] {
  const all = containers.flatMap((container) => objects(attribute(container, 'externalReference')));
  const named = all.filter((one) => textOf(part(one, 'CSReferenceType'), 'value') === kind);
  return [...new Set(named.map((one) => textOf(one, 'referenceNumber')).filter((number) => number !== null))];
}

function locationsIn(container: Fields): Fields[] {
  const route = part(container, 'route');
  const ends = ['POR', 'FND', 'firstPOL', 'lastPOD'].map((name) => part(route, name));
  const events = objects(attribute(container, 'event')).map((event) => part(event, 'location'));
  return [...ends, ...events, ...legsOf(container).flatMap((leg) => [part(leg, 'POL'), part(leg, 'POD')])];
}

/**
 * Makes one record of the newest answer of CargoSmart; pieces that cannot be taken are refused. Bills are written without the letters
 * of the carrier (`scac`). Never throws.
 */
export const parseCargoSmart = (
  scac: string,
  ...[bodies, about, reference]: Parameters<Connector['parse']>
): ParsedRecord => {
  const json = newestJson(bodies);
  if (json === undefined) return nothingReported(about, bodies.length === 0 ? [] : [refusal('unreadable')]);
  const shipment = contentOf(json.value);
  if (shipment === undefined) return nothingReported(about);
  const containers = objects(attribute(shipment, 'containerDetail'));
  const places = placesOf(containers.flatMap(locationsIn));
  // The containers of a bill have one voyage, written beside each of them.
  const main = containers.find((container) => legsOf(container).length > 0) ?? containers[0] ?? {};
  const legs = legsOf(main);
  const route = part(main, 'route');
  const pol = places.placeOf(asObject(attribute(route, 'firstPOL')) ?? part(legs[0] ?? {}, 'POL'));
  const cutOff = timeOf(attribute(route, 'fullReturnCutOffDT'));
  const letters = /^[A-Z]{4}$/.test(about.carrierCode) ? about.carrierCode : scac;
  const bills = attribute(shipment, 'billOfLadingNumber');
  const reported = Array.isArray(bills) ? bills.filter((one) => typeof one === 'string') : [];
  return recordOf(
    {
      billNos: [...reported, ...referencesOf(containers, 'BL')].map((bill) => completeBill(bill, letters)),
      bookingNo: referencesOf(containers, 'BKG')[0] ?? null,
      pol,
      pod: places.placeOf(asObject(attribute(route, 'lastPOD')) ?? part(legs.at(-1) ?? {}, 'POD')),
      receipt: places.placeOf(part(route, 'POR')),
      delivery: places.placeOf(part(route, 'FND')),
      vessels: legs.map((leg, index) => legFields(leg, index, places)),
      containers: containers.map((container) => ({
        containerNo: containerNoOf(container),
        containerType: sizeTypeOf(container),
        sealNo: sealsOf(container),
        nodes: nodesOf(container, places),
      })),
      ...(isText(json.value) && { tolerated: { contentAsText: 1 } }),
      ...(cutOff !== undefined && { cutOffs: [{ cutOffCd: 'FCO', cutOffTime: cutOff }] }),
    },
    about,
    reference,
  );
};
