import { asObject } from '../../untrusted.ts';
import { type Fields, answersIn, answersNamed, listIn, objectsOf, partIn, textIn } from '../json-fields.ts';
import { classifierOfWord, makeReading, sails, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import { type CarrierMove, containerNumber } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

/** `Loaded on 'AMBER TIDE 038E' at Port of Loading`: words with the ship and its voyage among them. */
function quoted(text: string): { words: string; vessel: string; voyage: string } {
  const [open, close] = [text.indexOf("'"), text.lastIndexOf("'")];
  const ship = close > open ? text.slice(open + 1, close).trim() : '';
  const at = ship.lastIndexOf(' ');
  if (at < 0 || !/\d/.test(ship.slice(at))) return { words: text, vessel: '', voyage: '' };
  return {
    words: `${text.slice(0, open)} ${text.slice(close + 1)}`,
    vessel: ship.slice(0, at).trim(),
    voyage: ship.slice(at + 1),
  };
}

function moveOf(event: Fields, container: string): CarrierMove {
  const { words, vessel, voyage } = quoted(textIn(event, 'statusNm'));
  return {
    words: [words],
    time: textIn(event, 'eventDt'),
    classifier: classifierOfWord(textIn(event, 'actTpCd')) ?? 'EST',
    // A yard is called by the code of its port with two signs behind it.
    port: textIn(event, 'nodCd', 'yardCd'),
    place: textIn(event, 'placeNm'),
    facility: textIn(event, 'yardNm'),
    vessel: textIn(event, 'vslEngNm') || vessel,
    imo: textIn(event, 'lloydNo'),
    voyage: textIn(event, 'skdVoyNo') + textIn(event, 'skdDirCd') || voyage,
    container: textIn(event, 'cntrNo') || container,
  };
}

function legMoves(leg: Fields): CarrierMove[] {
  const ship = { vessel: textIn(leg, 'vslEngNm'), voyage: textIn(leg, 'skdVoyNo') + textIn(leg, 'skdDirCd') };
  const reported = (flag: string) => (textIn(leg, flag).toUpperCase() === 'A' ? ('ACT' as const) : ('EST' as const));
  return [
    {
      ...sails('DEPA', reported('etdFlag')),
      ...ship,
      port: textIn(leg, 'polCd'),
      place: textIn(leg, 'polNm'),
      time: textIn(leg, 'etd'),
    },
    {
      ...sails('ARRI', reported('etaFlag')),
      ...ship,
      port: textIn(leg, 'podCd'),
      place: textIn(leg, 'podNm'),
      time: textIn(leg, 'eta'),
    },
  ];
}

/** Search, legs and events are lists of one name; what a row holds says which it is. */
function rowsOf(answer: OpenedAnswer): {
  search: Fields[];
  legs: Fields[];
  events: { row: Fields; container: string }[];
} {
  const answers = answersIn(answer);
  const listOf = (one: unknown): Fields[] => listIn(asObject(one), 'list');
  if (answers === undefined) {
    const rows = listOf(answer.json);
    const only = answer.subject === 'container' ? answer.subjectNo : '';
    return {
      search: rows.filter((row) => 'copNo' in row && 'bkgNo' in row),
      legs: rows.filter((row) => 'etdFlag' in row || 'etaFlag' in row),
      events: rows.filter((row) => 'actTpCd' in row && !('bkgNo' in row)).map((row) => ({ row, container: only })),
    };
  }
  const search = answersNamed(answers, 'search').flatMap(listOf);
  const several = answersNamed(answers, 'events');
  return {
    search,
    legs: answersNamed(answers, 'legs').flatMap(listOf),
    events: several.flatMap((one, index) => {
      const reported = containerNumber(textIn(objectsOf(one)[0], 'containerNo', 'cntrNo'));
      const container =
        reported ??
        (several.length > 1 || search.length === 1
          ? textIn(search[index], 'cntrNo')
          : answer.subject === 'container'
            ? answer.subjectNo
            : '');
      return listOf(one).map((row) => ({ row, container }));
    }),
  };
}

/** The data behind SM Line's tracking page. Times are on the clocks of the places. */
export const smLineTrackV1: ShipPageParser = {
  id: 'sm-line-track',
  carrierCode: 'SMLINE',
  version: 1,
  ships: 'released',
  about: { zh: '森罗商船货物跟踪页的数据（JSON）', en: "Data behind SM Line's tracking page (JSON)" },
  accepts: (answer) => {
    const root = partIn(answersIn(answer), 'search') ?? asObject(answer.json);
    return (
      answer.contentType === 'json' &&
      root !== undefined &&
      textIn(root, 'Exception') === '' &&
      ('TRANS_RESULT_KEY' in root || Array.isArray(root['list']))
    );
  },
  parse: (answer) => {
    const { search, legs, events } = rowsOf(answer);
    if (search.length + legs.length + events.length === 0) return unknownShipment;
    return makeReading(
      {
        billNo: textIn(search[0], 'blNo'),
        bookingNo: textIn(search[0], 'bkgNo'),
        containers: search.flatMap((container) =>
          containerFrom(textIn(container, 'cntrNo'), '', textIn(container, 'sealNo')),
        ),
        moves: [...events.map(({ row, container }) => moveOf(row, container)), ...legs.flatMap(legMoves)],
      },
      answer,
    );
  },
};

/** ONE's former page, which answers as SM Line's does. */
export const oneListTrackV1: ShipPageParser = {
  ...smLineTrackV1,
  id: 'one-list-track',
  carrierCode: 'ONEY',
  about: { zh: 'ONE 旧版货物跟踪页的数据（JSON）', en: "Data behind ONE's former tracking page (JSON)" },
};
