import { courierMilestones as c } from '#domain/tracking/journey/courier.ts';
import type { Access } from '../access/types.ts';
import { part } from '../trackers/record.ts';
import { answerOf, required, talkTo } from '../trackers/talk.ts';
import { PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject } from '../untrusted.ts';
import { type CourierPlace, countryCode, readCourierTime, zoneOfCourierPlace } from './courier-places.ts';
import { CourierScans, looseText } from './courier-scans.ts';
import { milestoneOfWords } from './courier-words.ts';
import { type About, courierConnector, type Read } from './parse-with.ts';
import type { Fields, Reader } from './reader.ts';

/** Milestones by codes of scans (Publication 199), where the code alone decides; else its words do. */
const milestoneOf: Readonly<Record<string, string>> = {
  MA: c.announced,
  GX: c.announced,
  '03': c.pickedUp,
  OA: c.pickedUp,
  '07': c.arrived,
  '06': c.inTransit,
  '10': c.inTransit,
  NT: c.inTransit,
  PC: c.inTransit,
  OF: c.outForDelivery,
  '01': c.delivered,
  '02': c.notAtHome,
  '52': c.notAtHome,
  '53': c.notAtHome,
  '54': c.notAtHome,
  '55': c.notAtHome,
  '56': c.notAtHome,
  '04': c.refused,
  '05': c.badAddress,
  '21': c.badAddress,
  '22': c.badAddress,
  '23': c.badAddress,
  '25': c.badAddress,
  '08': c.delayed,
  '14': c.available,
  '16': c.available,
  '09': c.returning,
  '24': c.returning,
  '26': c.returning,
  '27': c.returning,
  '28': c.returning,
  '29': c.returning,
  '31': c.returning,
};

/** A place of the answer: `event`, `origin` and `destination` begin the names of its fields. Without a country it is at home. */
function placeOf(fields: Fields, prefix: 'event' | 'origin' | 'destination'): CourierPlace {
  const [city, state, zip] = ['City', 'State', 'ZIP'].map((name) => looseText(fields, `${prefix}${name}`));
  const named =
    looseText(fields, prefix === 'destination' ? 'destinationCountryCode' : `${prefix}Country`) ??
    (state == null && zip == null ? null : 'US');
  return { city: city ?? null, state: state?.toUpperCase() ?? null, zip: zip ?? null, country: countryCode(named) };
}

/** A time without its mark of UTC: USPS writes the clocks of the place, also where a Z stands behind them. */
const localText = (fields: Fields, name: string): string | null => looseText(fields, name)?.replace(/Z$/, '') ?? null;

/** The time of an event: the instant with its offset where both are there, else on the clocks of the place. */
function timeOf(event: Fields): string | null {
  const instant = Date.parse(looseText(event, 'GMTTimestamp') ?? '');
  const [, sign, hours = '', minutes = ''] =
    /^([+-]?)(\d{1,2}):(\d{2})$/.exec(looseText(event, 'GMTOffset') ?? '') ?? [];
  if (!Number.isFinite(instant)) return localText(event, 'eventTimestamp');
  if (sign === undefined) return new Date(instant).toISOString();
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const wall = new Date(instant + shift).toISOString().slice(0, 19);
  return `${wall}${sign === '-' ? '-' : '+'}${hours.padStart(2, '0')}:${minutes}`;
}

function addEvent(scans: CourierScans, event: Fields): void {
  const [code, words] = [looseText(event, 'eventCode')?.toUpperCase() ?? null, looseText(event, 'eventType')];
  scans.add({
    field: 'eventTimestamp',
    time: timeOf(event),
    place: placeOf(event, 'event'),
    statusCode: milestoneOf[code ?? ''] ?? (words === null ? undefined : milestoneOfWords(words)),
    isUnderWay: words !== null,
    wording: [code, words],
  });
}

function readTracking(reader: Reader, answer: Fields, about: About): Read {
  const number = looseText(answer, 'trackingNumber')?.toUpperCase() ?? null;
  if (number === null) return undefined;
  if (number !== about.billNo) return void reader.note('unknown_reference', 'trackingNumber', number);
  const scans = new CourierScans(reader);
  const [from, to] = [placeOf(answer, 'origin'), placeOf(answer, 'destination')];
  const [origin, destination] = [scans.placeOf(from), scans.placeOf(to)];
  for (const [index, event] of reader.items(answer, 'trackingEvents').entries()) {
    reader.index = index;
    addEvent(scans, event);
  }
  reader.index = null;
  const zone = zoneOfCourierPlace(to, reader.reference);
  const time = (...names: readonly string[]) => {
    const name = names.find((one) => looseText(answer, one) !== null);
    return name === undefined ? null : (readCourierTime(reader, name, localText(answer, name), zone, true)?.at ?? null);
  };
  const promised = time('guaranteedDeliveryTimeStamp');
  const expected = time('predictedDeliveryTimeStamp', 'predictedDeliveryDate', 'expectedDeliveryTimeStamp');
  return {
    zones: scans.zones,
    consignment: {
      mode: 'courier',
      number,
      operator: about.carrierCode,
      origin,
      destination,
      pieces: 1,
      weightKg: null,
      units: [],
      sections: [],
      statements: scans.withDelivery(destination, promised, expected),
      promised,
      expected,
      service: looseText(answer, 'mailClass')?.replaceAll('_', ' ') ?? null,
    },
  };
}

/** What USPS writes in place of a status where it does not know a number (yet). */
const notYet = /\bnot yet available\b|\bnot found\b|\bno record\b/i;

async function pull(request: PullRequest, access: Access): Promise<PullAnswer> {
  const talk = talkTo(request, { access, firstField: 'clientId' });
  const path = `tracking/v3/tracking/${encodeURIComponent((request.billNo ?? '').trim().toUpperCase())}`;
  const answer = await talk({ path, query: { expand: 'DETAIL' } });
  const message = looseText(part(asObject(answer.value) ?? {}, 'error'), 'message') ?? '';
  if (answer.status === 404 || (answer.status === 400 && notYet.test(message))) return answerOf({}, request);
  const body = asObject(required(answer, request));
  if (body === undefined || looseText(body, 'trackingNumber') === null)
    throw new PullFailure('bad_answer', 'the answer names no trackingNumber');
  return answerOf(body, request);
}

/** USPS: one number a call, 60 calls an hour until more are granted. */
export const uspsConnector = courierConnector('usps', { pull, read: readTracking });
