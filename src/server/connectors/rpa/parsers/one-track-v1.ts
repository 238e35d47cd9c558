import { asObject } from '../../untrusted.ts';
import { type Fields, answersIn, answersNamed, listIn, objectsOf, partIn, textIn } from '../json-fields.ts';
import { containerNumber } from '../carrier-move.ts';
import { classifierOfWord, makeReading, sails, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

/** What the carrier's numbers of events are called where a list writes only the number. */
const names: ReadonlyMap<string, string> = new Map([
  ['E012', 'Empty Container Release to Shipper'],
  ['E040', 'Gate In to Outbound Terminal'],
  ['E058', 'Loaded on Vessel at Port of Loading'],
  ['E061', 'Vessel Departure from Port of Loading'],
  ['E066', 'Vessel Arrival at T/S Port'],
  ['E067', 'Unloaded from Vessel at Transshipment Port'],
  ['E070', 'Loaded on Vessel at Transshipment Port'],
  ['E073', 'Departure from Transshipment Port'],
  ['E089', 'Vessel Arrival at Port of Discharge'],
  ['E090', 'Unloaded from Vessel at Port of Discharging'],
  ['E106', 'Gate Out from Inbound Terminal for Delivery to Consignee (or Port Shuttle)'],
  ['E138', 'Empty Container Returned from Customer'],
]);

/** Events of a ship come twice for a second transhipment: `E067-02`. */
const nameOf = (matrixId: string): string => names.get(matrixId.toUpperCase().split('-', 1)[0] ?? '') ?? '';

const voyageOf = (ship: Fields | undefined): string =>
  textIn(ship, 'voyNo', 'voyageNo') + textIn(ship, 'dirCode', 'directionCode');

function eventMove(event: Fields, container: string): CarrierMove {
  const [location, yard] = [partIn(event, 'location'), partIn(event, 'yard')];
  const ship = partIn(event, 'edhVessel') ?? partIn(event, 'vessel');
  const id = textIn(event, 'matrixId');
  return {
    words: [textIn(event, 'eventName'), nameOf(id), id],
    // Ends in Z, but is on the clocks of the place.
    time: textIn(event, 'eventLocalPortDate', 'localPortDate'),
    classifier: classifierOfWord(textIn(event, 'triggerType', 'trigger')) ?? 'EST',
    port: textIn(location, 'code'),
    place:
      location === undefined
        ? [textIn(event, 'locationName'), textIn(event, 'countryCode')].filter((one) => one !== '').join(', ')
        : [textIn(location, 'locationName'), textIn(location, 'countryName')].filter((one) => one !== '').join(', '),
    facility: textIn(yard, 'yardName'),
    vessel: textIn(ship, 'name', 'vesselName'),
    voyage: voyageOf(ship),
    container,
  };
}

function legMoves(leg: Fields): CarrierMove[] {
  const ship = {
    vessel: textIn(leg, 'vesselEngName'),
    voyage: textIn(leg, 'scheduleVoyageNumber') + textIn(leg, 'scheduleDirectionCode'),
  };
  const [pol, pod] = [partIn(leg, 'pol'), partIn(leg, 'pod')];
  const at = (place: Fields | undefined) => ({
    port: textIn(place, 'locationCode'),
    place: textIn(place, 'locationName'),
  });
  return [
    {
      ...sails('DEPA', textIn(pol, 'isActual') === 'true' ? 'ACT' : 'EST'),
      ...ship,
      ...at(pol),
      time: textIn(pol, 'date'),
    },
    {
      ...sails('ARRI', textIn(pod, 'isArrivalActual') === 'true' ? 'ACT' : 'EST'),
      ...ship,
      ...at(pod),
      time: textIn(pod, 'arrivalDate'),
    },
  ];
}

type Reported = { found: Fields[]; events: { container: string; list: Fields[] }[]; legs: Fields[] };

const isEvent = (one: Fields): boolean => 'eventLocalPortDate' in one || 'eventName' in one;
const isLeg = (one: Fields): boolean => 'vesselEngName' in one;

/** The three answers, as one or each by itself. */
function reportedBy(answer: OpenedAnswer): Reported {
  const answers = answersIn(answer);
  const bare = asObject(answer.json);
  const found = listIn(partIn(answers, 'search') ?? bare, 'data').filter((one) => 'containerNo' in one);
  const only =
    found.length === 1 ? textIn(found[0], 'containerNo') : answer.subject === 'container' ? answer.subjectNo : '';
  const several = answersNamed(answers, 'copEvents');
  const events =
    answers === undefined
      ? [{ container: only, list: listIn(bare, 'data').filter(isEvent) }]
      : several.flatMap((one, index) =>
          objectsOf(one).map((own) => ({
            // Of several containers each has an answer of its own, in the order of the containers.
            container:
              containerNumber(textIn(own, 'containerNo')) ??
              (several.length > 1 ? textIn(found[index], 'containerNo') : only),
            list: listIn(own, 'data').filter(isEvent),
          })),
        );
  const legs = answersNamed(answers, 'voyageList').flatMap((one) =>
    objectsOf(one).flatMap((own) => listIn(own, 'data')),
  );
  return { found, events, legs: answers === undefined ? listIn(bare, 'data').filter(isLeg) : legs };
}

/** The data behind ONE's tracking page: containers found, events of each, and the ships of the legs. */
export const oneTrackV1: ShipPageParser = {
  id: 'one-track',
  carrierCode: 'ONEY',
  version: 1,
  ships: 'released',
  about: { zh: 'ONE 货物跟踪页的数据（JSON）', en: "Data behind ONE's tracking page (JSON)" },
  accepts: (answer) => {
    if (answer.contentType !== 'json') return false;
    const answers = answersIn(answer);
    const root =
      answers === undefined ? asObject(answer.json) : (partIn(answers, 'search') ?? partIn(answers, 'copEvents'));
    return root !== undefined && Array.isArray(root['data']) && 'message' in root;
  },
  parse: (answer) => {
    const { found, events, legs } = reportedBy(answer);
    const hasEvents = events.some(({ list }) => list.length > 0);
    if (found.length === 0 && !hasEvents && legs.length === 0) return unknownShipment;
    const reported = hasEvents
      ? events.flatMap(({ container, list }) => list.map((event) => eventMove(event, container)))
      : found.flatMap((container) =>
          listIn(container, 'cargoEvents').map((event) => eventMove(event, textIn(container, 'containerNo'))),
        );
    // A list of events tells the legs better: what it knows of a port is not reported again.
    const isKnown = ({ port, move }: CarrierMove): boolean =>
      reported.some(
        (one) => one.port === port && (move?.code === 'DEPA' ? /depart/i : /arriv/i).test(one.words.join(' ')),
      );
    return makeReading(
      {
        bookingNo: textIn(found[0], 'bookingNo'),
        lists: events.map(({ list }) => list),
        containers: found.flatMap((container) => containerFrom(textIn(container, 'containerNo'))),
        moves: [...reported, ...legs.flatMap(legMoves).filter((leg) => !isKnown(leg))],
      },
      answer,
    );
  },
};
