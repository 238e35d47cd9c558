import { asObject } from '../../untrusted.ts';
import type { EmptyIndicator } from '../../dcsa/codes.ts';
import { type Fields, answersIn, answersNamed, listIn, objectsOf, partIn, textIn, valueOfAll } from '../json-fields.ts';
import { containerNumber, type CarrierMove } from '../carrier-move.ts';
import { containerFrom, makeReading, sails } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';
import { shipsOf } from './kmtc-track-v1.ts';

/** What the codes of moves are called; other ones are shown as written. */
const names: ReadonlyMap<string, string> = new Map([
  ['GTI', 'Gate in'],
  ['GTO', 'Gate out'],
  ['LDG', 'Loaded on vessel'],
  ['DIS', 'Discharged from vessel'],
  ['RDL', 'Departure by rail'],
  ['RAL', 'Arrival by rail'],
]);
const directions: ReadonlyMap<string, string> = new Map([
  ['OB', 'outbound'],
  ['IB', 'inbound'],
]);

/** `202601240548` or `20260124` with its clock apart, as a text that is read like any other. */
function timeOf(day: string, clock = ''): string {
  const digits = `${day}${day.length === 8 ? clock : ''}`;
  const [, year, month, date, hour, minute] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d))?/.exec(digits)?.map((part, index) => (index === 0 ? '' : (part ?? ''))) ?? [];
  if (year === undefined) return '';
  return `${year}-${month}-${date}${hour === '' ? '' : ` ${hour}:${minute}`}`;
}

const loadOf = (mark: string): EmptyIndicator | null => (mark === 'E' ? 'EMPTY' : mark === 'F' ? 'LADEN' : null);

function moveOf(event: Fields, container: string): CarrierMove {
  const [code, direction] = [textIn(event, 'cntrStsCd').toUpperCase(), textIn(event, 'cntrMvntCd').toUpperCase()];
  const [name, way] = [names.get(code), directions.get(direction)];
  return {
    words: [name === undefined || way === undefined ? `${code} ${direction}`.trim() : `${name} ${way}`],
    time: timeOf(textIn(event, 'mvntDt'), textIn(event, 'mvntTm')),
    classifier: null,
    place: textIn(event, 'plcNm'),
    facility: textIn(event, 'trmlNm'),
    empty: loadOf(textIn(event, 'feCatCd').toUpperCase()),
    container: textIn(event, 'cntrNo') || container,
  };
}

/** The voyage of a container by its schedule: the first ship leaves, the last one arrives. */
function voyageOf(container: Fields): CarrierMove[] {
  const named = textIn(container, 'vslNm');
  const ships = named.includes('/') ? shipsOf(named) : [{ vessel: named, voyage: textIn(container, 'voyNo') }];
  return [
    {
      ...sails('DEPA', 'EST', 'origin'),
      place: textIn(container, 'polPortNm'),
      time: timeOf(textIn(container, 'etd')),
      ...ships[0],
    },
    {
      ...sails('ARRI', 'EST', 'destination'),
      place: textIn(container, 'podPortNm'),
      time: timeOf(textIn(container, 'eta')),
      ...ships.at(-1),
    },
  ];
}

type Reported = { containers: Fields[]; events: { container: string; list: Fields[] }[] };

/** The list of containers and the moves of each, as one answer or each by itself. */
function reportedBy(answer: OpenedAnswer): Reported {
  const answers = answersIn(answer);
  const bare = asObject(answer.json);
  const containers = listIn(answers === undefined ? bare : partIn(answers, 'search'), 'cntrList');
  const only =
    answer.subject === 'container' ? answer.subjectNo : containers.length === 1 ? textIn(containers[0], 'cntrNo') : '';
  const details = answers === undefined ? [bare] : answersNamed(answers, 'movements').flatMap(objectsOf);
  const events = details.map((one) => ({
    container: containerNumber(textIn(one, 'containerNo')) ?? only,
    list: listIn(one, 'trackingList'),
  }));
  return { containers, events };
}

/** The data behind KMTC's tracking page: containers of a bill or booking, and the moves of each. Times are on the clocks of the places. */
export const kmtcDataV1: ShipPageParser = {
  id: 'kmtc-data',
  carrierCode: 'KMD',
  version: 1,
  ships: 'released',
  about: { zh: '高丽海运货物跟踪页的数据（JSON）', en: "Data behind KMTC's tracking page (JSON)" },
  accepts: (answer) => {
    const root = partIn(answersIn(answer), 'search') ?? asObject(answer.json);
    return (
      answer.contentType === 'json' &&
      root !== undefined &&
      (Array.isArray(root['cntrList']) || Array.isArray(root['trackingList']))
    );
  },
  parse: (answer) => {
    const { containers, events } = reportedBy(answer);
    if (containers.length === 0 && events.every(({ list }) => list.length === 0)) return unknownShipment;
    return makeReading(
      {
        billNo: valueOfAll(containers, (container) => textIn(container, 'blNo')),
        bookingNo: valueOfAll(containers, (container) => textIn(container, 'bkgNo')),
        containers: containers.flatMap((container) => containerFrom(textIn(container, 'cntrNo'))),
        moves: [
          ...events.flatMap(({ container, list }) => list.map((event) => moveOf(event, container))),
          ...containers.flatMap(voyageOf),
        ],
        from: valueOfAll(containers, (container) => textIn(container, 'polPortNm')),
        to: valueOfAll(containers, (container) => textIn(container, 'podPortNm')),
      },
      answer,
    );
  },
};
