import { asObject } from '../../untrusted.ts';
import { type Fields, answersIn, listIn, partIn, textIn } from '../json-fields.ts';
import { makeReading, sails } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

const rootOf = (answer: Pick<OpenedAnswer, 'json'>): Fields | undefined =>
  partIn(answersIn(answer), 'search') ?? asObject(answer.json);

function tripMoves(trip: Fields): CarrierMove[] {
  const ship = { vessel: textIn(trip, 'vesselName'), voyage: textIn(trip, 'voyage') };
  const from = { ...ship, port: textIn(trip, 'portFrom'), place: textIn(trip, 'portFromName') };
  const to = { ...ship, port: textIn(trip, 'portTo'), place: textIn(trip, 'portToName') };
  return [
    { ...sails('DEPA', 'EST'), ...from, time: textIn(trip, 'etd') },
    { ...sails('DEPA', 'ACT'), ...from, time: textIn(trip, 'atd') },
    { ...sails('ARRI', 'EST'), ...to, time: textIn(trip, 'eta') },
    { ...sails('ARRI', 'ACT'), ...to, time: textIn(trip, 'ata') },
  ];
}

/** The data behind Zhonggu's tracking page of a bill: its trips by ship, by days. */
export const zhongguTrackV1: ShipPageParser = {
  id: 'zhonggu-track',
  carrierCode: 'ZGX',
  version: 1,
  ships: 'released',
  about: { zh: '中谷物流提单跟踪页的数据（JSON）', en: "Data behind Zhonggu's tracking page of a bill (JSON)" },
  accepts: (answer) => {
    const root = rootOf(answer);
    return (
      answer.contentType === 'json' && textIn(root, 'backCode') === '200' && root !== undefined && 'object' in root
    );
  },
  parse: (answer) => {
    const trips = listIn(rootOf(answer), 'object');
    if (trips.length === 0) return unknownShipment;
    return makeReading({ billNo: textIn(trips[0], 'blNo'), moves: trips.flatMap(tripMoves) }, answer);
  },
};
