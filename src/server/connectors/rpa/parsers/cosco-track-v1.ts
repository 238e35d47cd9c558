import { asObject } from '../../untrusted.ts';
import { type Fields, answersIn, listIn, partIn, textIn } from '../json-fields.ts';
import { makeReading, sails, containerFrom } from '../make-reading.ts';
import type { TransportMode } from '../../dcsa/codes.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

const rootOf = (answer: Pick<OpenedAnswer, 'json'>): Fields | undefined =>
  partIn(answersIn(answer), 'search') ?? asObject(answer.json);
const contentOf = (answer: Pick<OpenedAnswer, 'json'>): Fields | undefined =>
  partIn(partIn(rootOf(answer), 'data'), 'content');

function modeOf(text: string): TransportMode | null {
  const word = text.toUpperCase();
  return word === 'VESSEL' || word === 'RAIL' || word === 'TRUCK' || word === 'BARGE' ? word : null;
}

/** Anyone who wrote the lists took care that the last trip of a container stands in one of its own. */
const historyOf = (container: Fields): Fields[] => {
  const history = listIn(container, 'containerHistorys');
  return history.length > 0 ? history : listIn(container, 'containerCircleStatus');
};

const moveOf = (event: Fields, container: string): CarrierMove => ({
  words: [textIn(event, 'containerNumberStatus', 'label')],
  time: textIn(event, 'timeOfIssue', 'locationDateTime'),
  classifier: null,
  place: textIn(event, 'location'),
  container: textIn(event, 'containerNumber', 'cntrNum') || container,
  mode: modeOf(textIn(event, 'transportation')),
});

/** The ships of a bill, by its legs. */
function legMoves(leg: Fields): CarrierMove[] {
  const ship = { vessel: textIn(leg, 'vesselName'), voyage: textIn(leg, 'voyageNo') };
  const [pol, pod] = [textIn(leg, 'portOfLoading', 'pol'), textIn(leg, 'portOfDischarge', 'pod')];
  return [
    { ...sails('DEPA', 'EST'), ...ship, place: pol, time: textIn(leg, 'expectedDateOfDeparture', 'etd') },
    { ...sails('DEPA', 'ACT'), ...ship, place: pol, time: textIn(leg, 'actualDepartureDate', 'atd') },
    { ...sails('ARRI', 'EST'), ...ship, place: pod, time: textIn(leg, 'estimatedDateOfArrival', 'eta') },
    { ...sails('ARRI', 'ACT'), ...ship, place: pod, time: textIn(leg, 'actualArrivalDate', 'ata') },
  ];
}

/** The data behind COSCO's tracking pages of a bill and of a container. Times are on the clocks of the places. */
export const coscoTrackV1: ShipPageParser = {
  id: 'cosco-track',
  carrierCode: 'COSU',
  version: 1,
  ships: 'released',
  about: { zh: '中远海运集运货物跟踪页的数据（JSON）', en: "Data behind COSCO's tracking pages (JSON)" },
  accepts: (answer) => {
    const data = partIn(rootOf(answer), 'data');
    if (answer.contentType !== 'json') return false;
    return (data !== undefined && 'content' in data) || /^no data\b/i.test(textIn(rootOf(answer), 'message', 'msg'));
  },
  parse: (answer) => {
    const content = contentOf(answer);
    const [containers, listed, legs] = [
      listIn(content, 'containers'),
      listIn(content, 'cargoTrackingContainer'),
      listIn(content, 'actualShipment'),
    ];
    if (containers.length + listed.length + legs.length === 0) return unknownShipment;
    const numberOf = (container: Fields): string =>
      textIn(partIn(container, 'container') ?? container, 'containerNumber', 'cntrNum');
    const reported = containers.flatMap((container) =>
      historyOf(container).map((event) => moveOf(event, numberOf(container))),
    );
    const known = new Set(reported.map(({ container }) => container));
    return makeReading(
      {
        billNo: textIn(partIn(content, 'trackingPath'), 'billOfladingRefCode'),
        containers: [...containers, ...listed].flatMap((container) => containerFrom(numberOf(container))),
        moves: [
          ...reported,
          // A list of containers tells the last move of each.
          ...listed
            .filter((container) => !known.has(numberOf(container)))
            .map((container) => moveOf(container, numberOf(container))),
          ...legs.flatMap(legMoves),
        ],
      },
      answer,
    );
  },
};
