import type { TransportMode } from '../../dcsa/codes.ts';
import { asObject } from '../../untrusted.ts';
import { readAnyTime } from '../any-time.ts';
import { type Fields, answersIn, listIn, objectsOf, textIn, valueOfAll } from '../json-fields.ts';
import { classifierOfWord, makeReading, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

const modes = new Set<string>(['VESSEL', 'RAIL', 'TRUCK', 'BARGE'] satisfies TransportMode[]);
const isMode = (text: string): text is TransportMode => modes.has(text);

const rootsOf = (answer: Pick<OpenedAnswer, 'json'>): Fields[] =>
  objectsOf(answersIn(answer)?.['search'] ?? asObject(answer.json) ?? answer.json);

const lists = ['PastMoves', 'CurrentMoves', 'ProvisionalMoves'] as const;

function moveOf(move: Fields, list: (typeof lists)[number], container: string): CarrierMove {
  const mode = textIn(move, 'ModeOfTransport').toUpperCase();
  const [day, clock] = [textIn(move, 'DateString'), textIn(move, 'TimeString')];
  const state = textIn(move, 'State');
  return {
    words: [textIn(move, 'StatusDescription')],
    // The number beside it is the same time written as if it were UTC.
    time: readAnyTime(`${day} ${clock}`.trim()) ?? (day === '' ? '' : `${day} ${clock}`),
    classifier: list === 'ProvisionalMoves' ? 'EST' : state === '' ? 'ACT' : classifierOfWord(state),
    port: textIn(move, 'LocationCode'),
    place: textIn(move, 'Location'),
    facility: textIn(move, 'LocationTerminal'),
    vessel: textIn(move, 'Vessel'),
    imo: textIn(move, 'VesselId'),
    voyage: textIn(move, 'Voyage'),
    container,
    mode: isMode(mode) ? mode : null,
  };
}

/** The data behind CMA CGM's tracking page about one container. */
export const cmaTrackV1: ShipPageParser = {
  id: 'cma-track',
  carrierCode: 'CMA',
  version: 1,
  ships: 'released',
  about: { zh: '达飞货物跟踪页的数据（JSON）', en: "Data behind CMA CGM's tracking page (JSON)" },
  accepts: (answer) =>
    answer.contentType === 'json' && rootsOf(answer).some((root) => lists.some((list) => list in root)),
  parse: (answer) => {
    const roots = rootsOf(answer).filter((root) => textIn(root, 'ContainerReference') !== '');
    if (roots.length === 0) return unknownShipment;
    return makeReading(
      {
        billNo: textIn(roots[0], 'BLNumber'),
        bookingNo: textIn(roots[0], 'BookingNumber'),
        from: valueOfAll(roots, (root) => textIn(root, 'POL')),
        to: valueOfAll(roots, (root) => textIn(root, 'POD')),
        containers: roots.flatMap((root) =>
          containerFrom(textIn(root, 'ContainerReference'), `${textIn(root, 'Size')}${textIn(root, 'Type')}`),
        ),
        lists: roots.flatMap((root) => lists.map((list) => root[list])),
        moves: roots.flatMap((root) =>
          lists.flatMap((list) =>
            listIn(root, list).map((move) => moveOf(move, list, textIn(root, 'ContainerReference'))),
          ),
        ),
      },
      answer,
    );
  },
};
