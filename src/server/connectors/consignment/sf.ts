import { noTimes, type Reported } from '#domain/tracking/journey/consignment.ts';
import { courierMilestones as c } from '#domain/tracking/journey/courier.ts';
import type { Connector, PullRequest } from '../types.ts';
import { parseWith } from './parse-with.ts';
import { pullJson } from './pull.ts';
import type { Fields, Reader } from './reader.ts';

/** Milestones by the courier's own codes of what was done. */
const milestoneOf: Readonly<Record<string, string>> = {
  '10': c.announced,
  '50': c.pickedUp,
  '30': c.departed,
  '31': c.arrived,
  '605': c.customsStarted,
  '606': c.customsCleared,
  '44': c.outForDelivery,
  '33': c.notAtHome,
  '70': c.badAddress,
  '77': c.refused,
  '130': c.available,
  '80': c.delivered,
  '15': c.damaged,
  '631': c.lost,
  '99': c.returning,
};

/** A scan: its times are on the clocks of where it was made. */
function scanOf(reader: Reader, route: Fields): Reported[] {
  const code = reader.code(route, 'opCode');
  const place = reader.code(route, 'acceptAddress');
  const statusCode = code === null ? undefined : milestoneOf[code];
  if (statusCode === undefined) {
    reader.note(code === null ? 'missing_field' : 'bad_enumeration', 'opCode', code ?? undefined);
    return [];
  }
  const zone = place === null ? undefined : reader.reference.zoneOf(place);
  const at = reader.happened(reader.local(route, 'acceptTime', zone), 'acceptTime');
  if (at === null) return [];
  const remark = reader.text(route, 'remark');
  const wording = [code, remark].filter((part) => part !== null).join(' · ');
  return [{ statusCode, place, times: { ...noTimes, actual: at }, unitNo: null, carrier: null, run: null, wording }];
}

/** A courier that is asked for the scans of a waybill again and again; it tells local times and codes of its own. */
export const sfConnector: Connector = {
  protocol: 'sf',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request: PullRequest) => pullJson(request, 'waybills', encodeURIComponent(request.billNo ?? '')),
  parse: parseWith((reader, answer, _pushed, about) => {
    const number = reader.code(answer, 'waybillNo');
    if (number === null) return undefined;
    if (number !== about.billNo) return void reader.note('unknown_reference', 'waybillNo', number);
    const destination = reader.code(answer, 'destination');
    const statements = reader.items(answer, 'routes').flatMap((route, index) => {
      reader.index = index;
      return scanOf(reader, route);
    });
    reader.index = null;
    const zone = destination === null ? undefined : reader.reference.zoneOf(destination);
    return {
      consignment: {
        mode: 'courier',
        number,
        operator: about.carrierCode,
        origin: reader.code(answer, 'origin'),
        destination,
        pieces: reader.amount(answer, 'pieces'),
        weightKg: reader.amount(answer, 'weightKg'),
        units: [],
        sections: [],
        statements,
        promised: reader.local(answer, 'promisedTime', zone),
      },
    };
  }),
};
