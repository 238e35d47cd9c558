import { type MappingRole, type PageMapping, legTimes, pageMapping } from '#contract/intake/page-mapping.ts';
import type { Classifier, EmptyIndicator } from '../../dcsa/codes.ts';
import type { ParseRefusal } from '../../types.ts';
import { refusal } from '../../untrusted.ts';
import { isNoTime } from '../any-time.ts';
import type { CarrierMove } from '../carrier-move.ts';
import { shipAndVoyage } from '../html-answer.ts';
import { valueOfAll } from '../json-fields.ts';
import { classifierOfWord, containerFrom, makeReading, sails } from '../make-reading.ts';
import { readMove } from '../moves/read-move.ts';
import { MAX_ROWS, unknownShipment } from '../read-notice.ts';
import type { MappedReader, OpenedAnswer, PageReading, ShipPageParser } from '../types.ts';
import { mappedRows, type MappedRow } from './mapped-rows.ts';
import { placeAndTime, readMappedTime } from './mapped-time.ts';
import { containersIn } from './tables.ts';

/** The result of a row: at least a part was read, the row has no content yet, or the reason why it was not read. */
export type RowOutcome = { index: number; state: 'read' | 'empty' | 'unread'; refusal: ParseRefusal | null };

/** A reading by a mapping, with what became of each row. */
export type MappedReading = { reading: PageReading; outcomes: RowOutcome[] };

type Cells = (role: MappingRole) => string[];
type Made = { moves: CarrierMove[]; refusal: ParseRefusal | null };

const WORDS_CHARS = 80;
const CLOCK = /^\d{1,2}:\d{2}/;
const empties: readonly (readonly [EmptyIndicator, RegExp])[] = [
  ['EMPTY', /^(?:E|MT|MTY|EMPTY|空|空箱|공)$/iu],
  ['LADEN', /^(?:F|L|FULL|LADEN|重|重箱|적)$/iu],
];

/** A code that stands for words, `container.transport.vessel_loaded`, besides as its last part. */
const wordsOf = (text: string): string[] => {
  const last = /^[\w.]+$/.test(text) ? (text.split('.').at(-1) ?? text) : text;
  return last === text ? [text] : [last, text];
};

/** A day and a clock in two columns, whichever of them stands first. */
const dayFirstOf = (texts: readonly string[]): string =>
  [...texts].sort((a, b) => Number(CLOCK.test(a)) - Number(CLOCK.test(b))).join(' ');

function classifierOf(cells: Cells, { marks }: PageMapping): Classifier | null {
  const [text = ''] = cells('mark');
  const reported = marks.find((mark) => mark.text.toUpperCase() === text.toUpperCase());
  return reported?.means ?? classifierOfWord(text);
}

/** A move of a container or ship has to be somewhere; a paper need not. */
const isNowhere = ({ port = '', place = '', facility = '', words }: Omit<CarrierMove, 'time'>): boolean =>
  port === '' && place === '' && facility === '' && readMove(words[0] ?? '')?.kind !== 'SHIPMENT';

/** The moves of one row: what its move and time say, and the times of its leg. */
function movesOf(cells: Cells, row: MappedRow, mapping: PageMapping, answer: OpenedAnswer): Made {
  const first = (role: MappingRole): string => cells(role)[0] ?? '';
  const either = first('boxOrShip');
  const isContainer = containersIn(either).length > 0;
  const reported = first('container') || (isContainer ? either : '');
  const containers = containersIn(reported);
  const container =
    reported !== ''
      ? (containers[0] ?? reported)
      : mapping.box === 'above'
        ? row.container
        : mapping.box === 'asked' && answer.subject === 'container'
          ? answer.subjectNo
          : '';
  if (reported !== '' && containers.length === 0 && containerFrom(reported).length === 0)
    return { moves: [], refusal: refusal('bad_reference', { field: 'container', value: reported }) };
  const whole = first('ship') || (isContainer ? '' : either);
  const ship =
    whole === ''
      ? { vessel: first('vessel'), voyage: cells('voyage').join('') }
      : shipAndVoyage(whole.replace(/^\d\)/, ''));
  const moves: CarrierMove[] = [];
  let refused: ParseRefusal | null = null;
  const add = (cell: string, more: Omit<CarrierMove, 'time'>): void => {
    const { place, time: written } = placeAndTime(cell);
    const time = readMappedTime(written, mapping);
    if (time !== null && time.time === null) refused = refusal('time_order', { field: 'time', value: written });
    else if (time?.time != null && isNowhere({ ...more, place: more.place || place }))
      refused = refusal('missing_field', { field: 'place' });
    else if (time?.time != null)
      moves.push({
        ...ship,
        ...more,
        place: more.place || place,
        time: time.time,
        classifier: time.isExpected ? 'EST' : more.classifier,
      });
    else if (/\d/.test(written) && !isNoTime(written.trim()))
      refused = refusal('bad_time', { field: 'time', value: written });
  };
  const words = cells('move').flatMap((text) => wordsOf(text.slice(0, WORDS_CHARS * 2)));
  if (words.length > 0) {
    const load = first('load');
    add(dayFirstOf(cells('time')), {
      words,
      classifier: classifierOf(cells, mapping),
      port: first('port'),
      place: cells('place').join(', '),
      facility: first('facility'),
      container,
      ...(load !== '' && { empty: empties.find(([, pattern]) => pattern.test(load))?.[0] ?? null }),
    });
  }
  for (const role of legTimes) {
    const end = role === 'etd' || role === 'atd' ? 'from' : 'to';
    const classifier = role.startsWith('e') ? 'EST' : 'ACT';
    add(first(role), {
      ...sails(end === 'from' ? 'DEPA' : 'ARRI', classifier),
      port: first(`${end}Port`),
      place: first(`${end}Place`),
    });
  }
  return { moves, refusal: refused };
}

/** Whether the page has the mapping's text for an unknown shipment. */
const statesUnknown = (answer: OpenedAnswer, { unknownText }: PageMapping): boolean =>
  unknownText !== null && answer.text.toLowerCase().includes(unknownText.toLowerCase());

/** Reads an answer by a mapping. Pure, and never throws; the same rows in any order, cut or doubled, are the same moves. */
export function readMapped(answer: OpenedAnswer, mapping: PageMapping): MappedReading {
  const found = mappedRows(answer, mapping);
  const rows = found?.rows.slice(0, MAX_ROWS) ?? [];
  const columns = (role: MappingRole): string[] =>
    mapping.columns.filter((one) => one.role === role).map(({ column }) => column);
  const byRole = new Map(mapping.columns.map(({ role }) => [role, columns(role)]));
  const cellsOf =
    (row: MappedRow): Cells =>
    (role) =>
      (byRole.get(role) ?? []).map((column) => row.get(column)).filter((text) => text !== '');
  const made = rows.map((row) => movesOf(cellsOf(row), row, mapping, answer));
  const moves = made.flatMap((one, index) => one.moves.map((move) => ({ index, move })));
  const outcomes = made.map((one, index): RowOutcome => ({
    index,
    state: one.moves.length > 0 ? 'read' : one.refusal === null ? 'empty' : 'unread',
    refusal: one.refusal === null ? null : { ...one.refusal, index },
  }));
  if (moves.length === 0 && outcomes.every(({ state }) => state === 'empty'))
    return { reading: unknownShipment, outcomes };
  const wording = (role: MappingRole): string =>
    valueOfAll(
      rows.flatMap((row) => cellsOf(row)(role).slice(0, 1)),
      (text) => text,
    );
  const reading = makeReading(
    {
      billNo: wording('bill'),
      bookingNo: wording('booking'),
      containers: moves.flatMap(({ move }) => containerFrom(move.container ?? '')),
      moves: moves.map(({ move }) => move),
    },
    answer,
  );
  const refusals = [
    // What a whole row is refused for; a word that nobody knows is of no row.
    ...outcomes.flatMap((one) => (one.refusal === null ? [] : [one.refusal])),
    ...(found?.missing ?? []).map((value) => refusal('column_gone', { field: 'column', value })),
    ...reading.refusals.map((one) => (one.index === null ? one : { ...one, index: moves[one.index]?.index ?? null })),
  ];
  return { reading: { ...reading, refusals }, outcomes };
}

/** A mapping as it was kept; undefined for what this product does not know. */
export const readMapping = (value: unknown): PageMapping | undefined => pageMapping.safeParse(value).data;

/** The parser that a mapping makes; people release it, as any version. */
export const mappingParser = ({ id, version, carrierCode, name, mapping }: MappedReader): ShipPageParser => ({
  id,
  version,
  carrierCode,
  ships: 'candidate',
  about: { zh: name, en: name },
  mapping,
  accepts: (answer) => mappedRows(answer, mapping) !== undefined,
  statesUnknown: (answer) => statesUnknown(answer, mapping),
  parse: (answer) => readMapped(answer, mapping).reading,
});
