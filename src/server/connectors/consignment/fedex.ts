import { createHash } from 'node:crypto';
import { courierMilestones as c } from '#domain/tracking/journey/courier.ts';
import type { Access } from '../access/types.ts';
import { gatherCalls } from '../trackers/gather.ts';
import { objects, part } from '../trackers/record.ts';
import { answerOf, required, talkTo } from '../trackers/talk.ts';
import { PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute } from '../untrusted.ts';
import { type CourierPlace, countryCode, readCourierTime, zoneOfCourierPlace } from './courier-places.ts';
import { CourierScans, kilograms, looseAmount, looseText } from './courier-scans.ts';
import { milestoneOfWords } from './courier-words.ts';
import { type About, courierConnector, type Read } from './parse-with.ts';
import type { Fields, Reader } from './reader.ts';

/** Milestones by the types of scans. */
const milestoneOf: Readonly<Record<string, string>> = {
  OC: c.announced,
  OX: c.announced,
  EP: c.announced,
  PU: c.pickedUp,
  PX: c.pickedUp,
  AF: c.pickedUp,
  DO: c.pickedUp,
  DP: c.departed,
  LO: c.departed,
  PF: c.departed,
  EA: c.inTransit,
  EO: c.inTransit,
  AR: c.arrived,
  AA: c.arrived,
  AX: c.arrived,
  FD: c.arrived,
  OF: c.arrived,
  PL: c.arrived,
  SF: c.arrived,
  IT: c.inTransit,
  IX: c.inTransit,
  PM: c.inTransit,
  TR: c.inTransit,
  CC: c.customsCleared,
  CD: c.customsStarted,
  CP: c.customsStarted,
  OD: c.outForDelivery,
  ED: c.outForDelivery,
  HL: c.available,
  HP: c.available,
  DL: c.delivered,
  DY: c.delayed,
  DD: c.delayed,
  PD: c.delayed,
  RS: c.returning,
};

/** Stated of the forecast, the label or wishes of the receiver: nothing happened to the parcel. */
const noScans: ReadonlySet<string> = new Set(['AO', 'AE', 'RL', 'CH', 'DU', 'HA', 'RC', 'RM', 'RR', 'RP', 'CA']);

/** Deliveries that failed (DE), by what FedEx calls the exception. */
const failed: Readonly<Record<string, string>> = { '03': c.badAddress, '07': c.refused, '08': c.notAtHome };

/** Errors of one number that mean that FedEx does not know it (yet). */
const unknownNumber = /^TRACKING\.[A-Z]{1,40}\.(?:NOTFOUND|EMPTY|INVALID|NOTAVAILABLE)$/;

const addressOf = (address: Fields): CourierPlace => ({
  city: looseText(address, 'city'),
  state: looseText(address, 'stateOrProvinceCode')?.toUpperCase() ?? null,
  zip: looseText(address, 'postalCode'),
  country: countryCode(looseText(address, 'countryCode')),
});

const addressAt = (result: Fields, name: string): CourierPlace =>
  addressOf(part(part(part(result, name), 'locationContactAndAddress'), 'address'));

/** A failed delivery says why by its exception; other exceptions are delays. */
function exceptionOf(scan: Fields, words: string): string {
  const wording = milestoneOfWords(words);
  const code = failed[looseText(scan, 'exceptionCode') ?? ''];
  if (code !== undefined) return code;
  return wording === undefined || wording === c.delivered || wording === c.inTransit ? c.delayed : wording;
}

function addScan(scans: CourierScans, scan: Fields): void {
  const type = looseText(scan, 'eventType')?.toUpperCase() ?? '';
  if (noScans.has(type)) return;
  const [description, exception] = [looseText(scan, 'eventDescription'), looseText(scan, 'exceptionDescription')];
  const isException = type === 'DE' || type === 'SE';
  scans.add({
    field: 'date',
    time: looseText(scan, 'date'),
    // Ground writes the day of a pick-up with the offset of its computers.
    midnightIsDay: type === 'PU' || type === 'PX',
    place: addressOf(part(scan, 'scanLocation')),
    statusCode: isException ? exceptionOf(scan, exception ?? description ?? '') : milestoneOf[type],
    isUnderWay: looseText(scan, 'derivedStatusCode') === 'IT',
    wording: [type || null, description, exception],
  });
}

/** Of several parcels that had one number, the one that was shipped last. */
function resultOf(answer: Fields): Fields | undefined {
  const results = objects(attribute(answer, 'trackResults') ?? []).filter(
    (one) => looseText(part(one, 'error'), 'code') === null || attribute(one, 'scanEvents') !== undefined,
  );
  const newest = (one: Fields): string =>
    objects(attribute(one, 'scanEvents') ?? []).reduce(
      (latest, scan) => {
        const date = looseText(scan, 'date') ?? '';
        return date > latest ? date : latest;
      },
      looseText(part(one, 'trackingNumberInfo'), 'trackingNumberUniqueId') ?? '',
    );
  const rank = (one: Fields): string => {
    const begun = objects(attribute(one, 'dateAndTimes') ?? []).find((entry) => looseText(entry, 'type') === 'SHIP');
    return (begun === undefined ? null : looseText(begun, 'dateTime')) ?? newest(one);
  };
  return results.toSorted((a, b) => rank(b).localeCompare(rank(a)))[0];
}

/** When the delivery was promised and is expected: windows, else times by their types. */
function readTimes(reader: Reader, result: Fields, zone: string | undefined) {
  const entries = objects(attribute(result, 'dateAndTimes') ?? []);
  const typed = (...types: readonly string[]): string | null => {
    const entry = entries.find((one) => types.includes(looseText(one, 'type') ?? ''));
    return entry === undefined ? null : looseText(entry, 'dateTime');
  };
  const end = (name: string): string | null => {
    const window = part(part(result, name), 'window');
    return looseText(window, 'ends') ?? looseText(window, 'begins');
  };
  const read = (field: string, text: string | null) => readCourierTime(reader, field, text, zone, true)?.at ?? null;
  return {
    promised: read('standardTransitTimeWindow', typed('COMMITMENT') ?? end('standardTransitTimeWindow')),
    expected: read(
      'estimatedDeliveryTimeWindow',
      end('estimatedDeliveryTimeWindow') ?? typed('ESTIMATED_DELIVERY', 'APPOINTMENT_DELIVERY'),
    ),
  };
}

function weightOf(result: Fields): number | null {
  const weights = [part(part(result, 'packageDetails'), 'weightAndDimensions'), part(result, 'shipmentDetails')]
    .flatMap((one) => objects(attribute(one, 'weight') ?? []))
    .map((one) => ({ unit: looseText(one, 'unit'), value: looseAmount(one, 'value') }));
  const [metric] = weights.filter(({ unit }) => unit === 'KG');
  const weight = metric ?? weights[0];
  return weight === undefined ? null : kilograms(weight.value, weight.unit);
}

function readResult(reader: Reader, answer: Fields, about: About): Read {
  const number = looseText(answer, 'trackingNumber')?.toUpperCase() ?? null;
  if (number === null) return undefined;
  if (number !== about.billNo) return void reader.note('unknown_reference', 'trackingNumber', number);
  const result = resultOf(answer);
  if (result === undefined) return undefined;
  const scans = new CourierScans(reader);
  const [from, to] = [addressAt(result, 'originLocation'), addressAt(result, 'destinationLocation')];
  const [shipper, recipient] = ['shipperInformation', 'recipientInformation'].map((name) =>
    addressOf(part(part(result, name), 'address')),
  );
  const origin = scans.placeOf(from) ?? (shipper === undefined ? null : scans.placeOf(shipper));
  const destination = scans.placeOf(to) ?? (recipient === undefined ? null : scans.placeOf(recipient));
  for (const [index, scan] of reader.items(result, 'scanEvents').entries()) {
    reader.index = index;
    addScan(scans, scan);
  }
  reader.index = null;
  const goal = to.country === null && recipient !== undefined ? recipient : to;
  const times = readTimes(reader, result, zoneOfCourierPlace(goal, reader.reference));
  return {
    zones: scans.zones,
    consignment: {
      mode: 'courier',
      number,
      operator: about.carrierCode,
      origin,
      destination,
      pieces: looseAmount(part(result, 'packageDetails'), 'count'),
      weightKg: weightOf(result),
      units: [],
      sections: [],
      statements: scans.withDelivery(destination, times.promised, times.expected),
      ...times,
      service: looseText(part(result, 'serviceDetail'), 'description'),
    },
  };
}

/** Numbers of one call, and how long the first of them waits for others. */
const asking = gatherCalls<string, Fields>({ limit: 30, waitMs: 20 });

/** What FedEx says of one number of a call: one that is not known is an empty answer, another error fails that number alone. */
function entryOf(entries: readonly Fields[], number: string): Fields {
  const entry = entries.find((one) => looseText(one, 'trackingNumber')?.toUpperCase() === number);
  if (entry === undefined) throw new PullFailure('bad_answer', 'the answer leaves the number out');
  const results = objects(attribute(entry, 'trackResults') ?? []);
  const errors = results.map((one) => looseText(part(one, 'error'), 'code'));
  if (results.some((one, index) => errors[index] === null || attribute(one, 'scanEvents') !== undefined)) return entry;
  const error = errors.find((code) => code !== null && code !== undefined);
  if (error === undefined || error === null || unknownNumber.test(error)) return {};
  throw new PullFailure(
    /^(?:SYSTEM|INTERNAL|SERVICE)\b/.test(error) ? 'server_error' : 'bad_answer',
    error.slice(0, 80),
  );
}

async function pull(request: PullRequest, access: Access): Promise<PullAnswer> {
  const talk = talkTo(request, { access, firstField: 'clientId' });
  const owner = createHash('sha256')
    .update(`${request.baseUrl} ${request.credential ?? ''}`)
    .digest('base64url');
  const number = (request.billNo ?? '').trim().toUpperCase();
  const entry = await asking(owner, number, async (numbers) => {
    const trackingInfo = [...new Set(numbers)].map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } }));
    const answer = await talk({ path: 'track/v1/trackingnumbers', body: { includeDetailedScans: true, trackingInfo } });
    const entries = attribute(part(asObject(required(answer, request)) ?? {}, 'output'), 'completeTrackResults');
    if (!Array.isArray(entries)) throw new PullFailure('bad_answer', 'the answer has no completeTrackResults');
    return (one) => entryOf(objects(entries), one);
  });
  return answerOf(entry, request);
}

/** FedEx: up to 30 numbers in one question; errors of single numbers stand in an answer of status 200. */
export const fedexConnector = courierConnector('fedex', { pull, read: readResult });
