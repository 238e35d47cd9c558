import { courierMilestones as c } from '#domain/tracking/journey/courier.ts';
import type { Access } from '../access/types.ts';
import { objects, part } from '../trackers/record.ts';
import { answerOf, required, talkTo } from '../trackers/talk.ts';
import { PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute } from '../untrusted.ts';
import { type CourierPlace, countryCode, readCourierTime, zoneOfCourierPlace } from './courier-places.ts';
import { CourierScans, kilograms, looseAmount, looseText } from './courier-scans.ts';
import { milestoneOfWords } from './courier-words.ts';
import { type About, courierConnector, type Read } from './parse-with.ts';
import type { Fields, Reader } from './reader.ts';

/** Shipments of one page, and pages of one number: several businesses of DHL may know it. */
const PAGE = 10;
const MAX_PAGES = 3;

const failures: ReadonlySet<string | undefined> = new Set([
  c.badAddress,
  c.refused,
  c.notAtHome,
  c.damaged,
  c.lost,
  c.returning,
  c.delayed,
  c.available,
]);

/** The milestone of an event: its group says how far the parcel is, its words what was done. */
function milestoneOf(group: string, words: string): string | undefined {
  const wording = milestoneOfWords(words);
  switch (group) {
    case 'delivered':
      return wording === c.available || wording === c.returning ? wording : c.delivered;
    case 'pre-transit':
      return wording === c.pickedUp ? wording : c.announced;
    case 'failure':
      return failures.has(wording) ? wording : undefined;
    case 'transit':
      // "To be delivered by a partner" is no delivery: a delivery has a group of its own.
      return wording === c.delivered ? c.inTransit : wording;
    default:
      return wording;
  }
}

/** An address; Express writes `LEIPZIG - GERMANY` and `CINCINNATI HUB,OH - USA` in the place of a country code. */
function addressOf(location: Fields): CourierPlace {
  const address = part(location, 'address');
  const locality = looseText(address, 'addressLocality');
  const [, name = locality, after = null] = /^(.{1,80}?) - (.{2,60})$/.exec(locality ?? '') ?? [];
  const country = countryCode(looseText(address, 'countryCode')) ?? countryCode(after);
  const [, city = name, state = null] = /^(.{1,80}), ?([A-Z]{2})$/.exec(name ?? '') ?? [];
  return { city, state: country === 'US' ? state : null, zip: looseText(address, 'postalCode'), country };
}

/** The shipment that is meant: the one with the number, of several the one with the newest status. */
function shipmentOf(reader: Reader, answer: Fields, billNo: string | null): Fields | undefined {
  const all = objects(attribute(answer, 'shipments') ?? []);
  const isMeant = (one: Fields): boolean => {
    const pieces = attribute(part(one, 'details'), 'pieceIds');
    return looseText(one, 'id')?.toUpperCase() === billNo || (Array.isArray(pieces) && pieces.includes(billNo));
  };
  const meant = all.filter(isMeant);
  if (meant.length === 0 && all.length > 0) {
    const other = looseText(all[0] ?? {}, 'id');
    if (all.length > 1) return void reader.note('unknown_reference', 'id', other ?? undefined);
    // A piece of a shipment is answered with the shipment.
    return all[0];
  }
  const newest = (one: Fields): string => looseText(part(one, 'status'), 'timestamp') ?? '';
  return meant.toSorted((a, b) => newest(b).localeCompare(newest(a)))[0];
}

function readShipment(reader: Reader, answer: Fields, about: About): Read {
  const shipment = shipmentOf(reader, answer, about.billNo);
  if (shipment === undefined) return undefined;
  const scans = new CourierScans(reader);
  const events = reader.items(shipment, 'events');
  const status = asObject(attribute(shipment, 'status'));
  const statements = events.length > 0 || status === undefined ? events : [status];
  for (const [index, event] of statements.entries()) {
    reader.index = index;
    const group = looseText(event, 'statusCode')?.toLowerCase() ?? '';
    const [word, description, remark] = ['status', 'description', 'remark'].map((name) => looseText(event, name));
    // What stands in the status of an event is at times only its group.
    const own = word?.toLowerCase() === group ? null : (word ?? null);
    scans.add({
      field: 'timestamp',
      time: looseText(event, 'timestamp'),
      place: addressOf(part(event, 'location')),
      statusCode: milestoneOf(group, [own, description, remark].filter((text) => text != null).join('. ')),
      isUnderWay: group === 'transit' || group === 'failure',
      wording: [group || null, own, description ?? null],
    });
  }
  reader.index = null;
  const [from, to] = [part(shipment, 'origin'), part(shipment, 'destination')].map(addressOf);
  const destination = to === undefined ? null : scans.placeOf(to);
  const details = part(shipment, 'details');
  const [product, weight] = [part(details, 'product'), part(details, 'weight')];
  const zone = to === undefined ? undefined : zoneOfCourierPlace(to, reader.reference);
  const frame = part(shipment, 'estimatedDeliveryTimeFrame');
  const through = looseText(frame, 'estimatedThrough');
  const expected = through ?? looseText(shipment, 'estimatedTimeOfDelivery');
  const field = through === null ? 'estimatedTimeOfDelivery' : 'estimatedThrough';
  const delivery = readCourierTime(reader, field, expected, zone, true)?.at ?? null;
  return {
    zones: scans.zones,
    consignment: {
      mode: 'courier',
      number: about.billNo,
      operator: about.carrierCode,
      origin: from === undefined ? null : scans.placeOf(from),
      destination,
      pieces: looseAmount(details, 'totalNumberOfPieces'),
      weightKg: kilograms(looseAmount(weight, 'value'), looseText(weight, 'unitText')),
      units: [],
      sections: [],
      statements: scans.withDelivery(destination, null, delivery),
      promised: null,
      expected: delivery,
      service: looseText(product, 'productName') ?? looseText(shipment, 'service'),
    },
  };
}

/** All shipments that DHL knows by a number; the pages are put together. */
async function pull(request: PullRequest, access: Access): Promise<PullAnswer> {
  const talk = talkTo(request, { access, firstField: 'apiKey' });
  const shipments: unknown[] = [];
  const trackingNumber = (request.billNo ?? '').trim().toUpperCase();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { trackingNumber, language: 'en', offset: String(page * PAGE), limit: String(PAGE) };
    const answer = await talk({ path: 'track/shipments', query });
    if (answer.status === 404) break;
    const body = asObject(required(answer, request));
    const found = body === undefined ? undefined : attribute(body, 'shipments');
    if (body === undefined || !Array.isArray(found)) throw new PullFailure('bad_answer', 'the answer has no shipments');
    shipments.push(...found);
    if (found.length < PAGE || looseText(body, 'nextUrl') === null) break;
  }
  return answerOf(shipments.length === 0 ? {} : { shipments }, request);
}

/** DHL's one interface for all its businesses; times without an offset are on the clocks of the place. */
export const dhlConnector = courierConnector('dhl', { pull, read: readShipment });
