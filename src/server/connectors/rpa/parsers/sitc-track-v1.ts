import { asObject } from '../../untrusted.ts';
import { type Fields, answersIn, answersNamed, listIn, objectsOf, partIn, textIn } from '../json-fields.ts';
import { makeReading, sails, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

/** What the carrier's letters for movements stand for, where its words beside them say less. */
const byCode: ReadonlyMap<string, string> = new Map([['MT', 'Empty container in depot']]);

/** Dates of a move: of a bill it is a day, of a container a time. */
function moveOf(move: Fields): CarrierMove {
  const code = textIn(move, 'movementcode', 'movementCode').toUpperCase();
  return {
    words: [
      byCode.get(code) ?? '',
      textIn(move, 'movementnameen', 'movementNameEn'),
      textIn(move, 'movementname', 'movementName'),
    ].filter((words) => words !== ''),
    time: textIn(move, 'eventdate', 'eventDate'),
    classifier: null,
    place: textIn(move, 'portname', 'eventPort'),
    vessel: textIn(move, 'vesselCode', 'vesselName'),
    voyage: textIn(move, 'voyageNo'),
    container: textIn(move, 'containerNo'),
  };
}

function legMoves(leg: Fields): CarrierMove[] {
  const ship = { vessel: textIn(leg, 'vesselName'), voyage: textIn(leg, 'voyageNo') + textIn(leg, 'voyageLeg') };
  const from = { ...ship, port: textIn(leg, 'portFrom'), place: textIn(leg, 'portFromName') };
  const to = { ...ship, port: textIn(leg, 'portTo'), place: textIn(leg, 'portToName') };
  return [
    { ...sails('DEPA', 'EST'), ...from, time: textIn(leg, 'etd') },
    { ...sails('DEPA', 'ACT'), ...from, time: textIn(leg, 'atd') },
    { ...sails('ARRI', 'EST'), ...to, time: textIn(leg, 'eta') },
    { ...sails('ARRI', 'ACT'), ...to, time: textIn(leg, 'ata') },
  ];
}

/** The answers of a search and of the movements of its containers, as one or each by itself. */
function dataOf(answer: Pick<OpenedAnswer, 'json'>): Fields[] {
  const answers = answersIn(answer);
  const roots =
    answers === undefined
      ? [asObject(answer.json)]
      : [...answersNamed(answers, 'search'), ...answersNamed(answers, 'movements')].flatMap(objectsOf);
  return roots.flatMap((root) => objectsOf(partIn(root, 'data')));
}

/** Whether the site answers, and has nothing of that number. */
const isNothing = (answer: Pick<OpenedAnswer, 'json'>): boolean => {
  const root = partIn(answersIn(answer), 'search') ?? asObject(answer.json);
  return textIn(root, 'code') === '1' && root !== undefined && root['data'] === null;
};

/** The data behind SITC's tracking page: the bill with its legs and containers, and the movements of each container. */
export const sitcTrackV1: ShipPageParser = {
  id: 'sitc-track',
  carrierCode: 'SITC',
  version: 1,
  ships: 'released',
  about: { zh: '海丰国际货物跟踪页的数据（JSON）', en: "Data behind SITC's tracking page (JSON)" },
  accepts: (answer) =>
    answer.contentType === 'json' &&
    (isNothing(answer) ||
      dataOf(answer).some((data) => ['list', 'list1', 'list2', 'list3'].some((name) => name in data))),
  parse: (answer) => {
    const data = dataOf(answer);
    const all = (name: string): Fields[] => data.flatMap((one) => listIn(one, name));
    const [bills, legs, containers, moves] = [all('list1'), all('list2'), all('list3'), all('list')];
    if (legs.length + containers.length + moves.length === 0) return unknownShipment;
    return makeReading(
      {
        billNo:
          textIn(bills[0], 'blNo') ||
          textIn(
            moves.find((move) => textIn(move, 'blNo') !== ''),
            'blNo',
          ),
        containers: containers.flatMap((container) =>
          containerFrom(textIn(container, 'containerNo'), '', textIn(container, 'sealNo')),
        ),
        moves: [...moves.map(moveOf), ...legs.flatMap(legMoves)],
      },
      answer,
    );
  },
};
