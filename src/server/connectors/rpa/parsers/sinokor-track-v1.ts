import { answersIn, listIn, objectsOf, valueOfAll, textIn } from '../json-fields.ts';
import { certainMove, makeReading, sails, containerFrom } from '../make-reading.ts';
import { cellsOf, findAll, hiddenField, pagesIn } from '../html-answer.ts';
import { type Page, byId, findFirst, hasClass, textOf } from '../page.ts';
import { countryOf } from '../place-text.ts';
import { unknownShipment } from '../read-notice.ts';
import { type CarrierMove, containerNumber } from '../carrier-move.ts';
import type { OpenedAnswer, PageReading, ShipPageParser } from '../types.ts';

type Row = { event: string; subject: string; place: string; time: string };

/** Rows of the table that is kept for the spreadsheet, else of the one that is shown, where each event has a row of titles. */
function rowsOf(page: Page): Row[] {
  const table = byId(page, 'tblResult');
  const kept =
    table === undefined ? [] : findAll(page, ({ name }) => name === 'tr', table).map((row) => cellsOf(page, row));
  const rows = kept.filter((cells) => cells.length === 4 && cells[0] !== 'Event');
  if (rows.length > 0)
    return rows.map(([event = '', subject = '', place = '', time = '']) => ({ event, subject, place, time }));
  const split = findFirst(page, (element) => hasClass(element, 'splitTable'));
  let event = '';
  return (split === undefined ? [] : findAll(page, ({ name }) => name === 'tr', split)).flatMap((row) => {
    const cells = cellsOf(page, row);
    if (row.children[0]?.name === 'th') event = cells[0] ?? '';
    const [subject = '', place = '', time = ''] = cells;
    return row.children[0]?.name === 'td' && event !== '' ? [{ event, subject, place, time }] : [];
  });
}

/** The towns of terminals, as the schedule above the table writes them: town, terminal and time of each call. */
function townsOf(page: Page): ReadonlyMap<string, string> {
  const towns = new Map<string, string>();
  for (const element of page.elements) {
    if (element.name !== 'div' || !hasClass(element, 'col-sm-6') || element.children[0]?.name !== 'b') continue;
    const town = textOf(page, element.children[0]);
    const rest = textOf(page, element).slice(town.length).trim();
    const terminal = rest.replace(/ ?\d{4}-\d\d-\d\d \d\d:\d\d$/, '').trim();
    if (town !== '' && terminal !== '' && terminal.length < rest.length) towns.set(terminal.toUpperCase(), town);
  }
  return towns;
}

/** The text of the label behind a label. */
function labelled(page: Page, title: string): string {
  const labels = findAll(page, ({ name }) => name === 'label');
  const at = labels.findIndex((label) => textOf(page, label) === title);
  return at < 0 ? '' : textOf(page, labels[at + 1]);
}

const isExpected = (event: string): boolean => /scheduled|estimated|expected/i.test(event);
const isShip = (event: string): boolean => /^(?:departure|arrival)/i.test(event);

/** Fetched and brought back before the sea it is an empty container and a full one, behind it the other way round. */
function landMove(event: string, side: 'before' | 'after'): CarrierMove['move'] {
  const isPickUp = /^pick ?-?up/i.test(event);
  if (!isPickUp && !/^return/i.test(event)) return undefined;
  if (side === 'before')
    return isPickUp
      ? certainMove('EQUIPMENT', 'PICK', { empty: 'EMPTY', stage: 'origin' })
      : certainMove('EQUIPMENT', 'GTIN', { empty: 'LADEN', stage: 'origin' });
  return isPickUp
    ? certainMove('EQUIPMENT', 'GTOT', { empty: 'LADEN', stage: 'destination' })
    : certainMove('EQUIPMENT', 'DROP', { empty: 'EMPTY', stage: 'destination' });
}

function shipMove(event: string): Pick<CarrierMove, 'move'> {
  const isOut = /^departure/i.test(event);
  const stage = /t\/s/i.test(event) ? 'transhipment' : isOut ? 'origin' : 'destination';
  return { move: sails(isOut ? 'DEPA' : 'ARRI', 'ACT', stage).move };
}

function movesOf(page: Page): CarrierMove[] {
  const [rows, towns] = [rowsOf(page), townsOf(page)];
  const country = (text: string): string => text.split(',').at(-1)?.trim() ?? '';
  const countries = [country(labelled(page, 'Loading')), country(labelled(page, 'Discharging'))] as const;
  // Day and clock around the day of the week.
  const whenOf = ({ time }: Row): string => `${time.slice(0, 10)} ${time.slice(-5)}`;
  // A schedule that has passed is no departure: what happens to a container then is still before the sea.
  const [first] = rows
    .filter(({ event }) => isShip(event) && !isExpected(event))
    .map(whenOf)
    .sort();
  return rows.map((row) => {
    const { event, subject, place, time } = row;
    const side = first === undefined || whenOf(row) < first ? 'before' : 'after';
    const [vessel = '', voyage = ''] = subject.split('/').map((part) => part.trim());
    // A depot is called by the terminal it belongs to.
    const terminal = [...towns.keys()].find((name) => place.toUpperCase().includes(name));
    const town = terminal === undefined ? place : (towns.get(terminal) ?? place);
    const isTransit = /t\/s/i.test(event);
    const ship = isShip(event);
    const end = countries[(ship ? /^departure/i.test(event) : side === 'before') ? 0 : 1];
    return {
      words: [event],
      ...(ship ? shipMove(event) : { move: landMove(event, side) }),
      time,
      classifier: isExpected(event) ? 'EST' : 'ACT',
      place: isTransit || countryOf(end) === null ? town : `${town}, ${end}`,
      facility: place,
      ...(ship ? { vessel, voyage } : { container: subject }),
    };
  });
}

/** The list of bills of a container tells of each its ports and days. */
function fromList(answer: OpenedAnswer): PageReading {
  const bills = objectsOf(answersIn(answer)?.['search'] ?? answer.json).filter((bill) => 'BKNO' in bill);
  const [bill] = bills;
  if (bill === undefined) return unknownShipment;
  // Of several bills the newest is the present trip.
  const voyage = textIn(bill, 'VYG');
  return makeReading(
    {
      billNo: textIn(bill, 'BKNO'),
      moves: [
        { ...sails('DEPA', 'EST', 'origin'), port: textIn(bill, 'POL'), time: textIn(bill, 'ETD'), voyage },
        { ...sails('ARRI', 'EST', 'destination'), port: textIn(bill, 'POD'), time: textIn(bill, 'ETA') },
      ],
      from: textIn(bill, 'POL'),
      to: textIn(bill, 'POD'),
    },
    answer,
  );
}

const isNone = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

const isTrackingPage = (page: Page): boolean =>
  byId(page, 'tblResult') !== undefined || findFirst(page, (element) => hasClass(element, 'splitTable')) !== undefined;

function parse(answer: OpenedAnswer): PageReading {
  const pages = pagesIn(answer).filter(({ page }) => isTrackingPage(page));
  const moves = pages.flatMap(({ page }) => movesOf(page));
  if (moves.length === 0) return fromList(answer);
  const bills = objectsOf(answersIn(answer)?.['search']).filter((bill) => 'BKNO' in bill);
  const [first] = pages;
  const rows = pages.flatMap(({ page }) => findAll(page, ({ name }) => name === 'tr').map((row) => cellsOf(page, row)));
  return makeReading(
    {
      billNo:
        bills.length > 0
          ? valueOfAll(bills, (one) => textIn(one, 'BKNO'))
          : first === undefined
            ? ''
            : hiddenField(first.page, 'blno'),
      // The list of containers: number, size, whose it is, full or empty.
      containers: rows
        .filter(
          (cells) =>
            cells.length === 4 && containerNumber(cells[0]) !== null && /^(?:full|empty)$/i.test(cells[3] ?? ''),
        )
        .flatMap((cells) => containerFrom(cells[0] ?? '')),
      moves,
      from: first === undefined ? '' : labelled(first.page, 'Loading'),
      to: first === undefined ? '' : labelled(first.page, 'Discharging'),
    },
    answer,
  );
}

const isOfBills = (answer: OpenedAnswer): boolean =>
  // The list of the bills of a container that the site does not know.
  isNone(answersIn(answer)?.['search']) ||
  listIn({ bills: answersIn(answer)?.['search'] ?? answer.json }, 'bills').some((bill) => 'BKNO' in bill);

/** Sinokor's tracking page, and the list of bills in which a container is found. */
export const sinokorTrackV1: ShipPageParser = {
  id: 'sinokor-track',
  carrierCode: 'SNK',
  version: 1,
  ships: 'released',
  about: { zh: '长锦商船货物跟踪页', en: "Sinokor's cargo tracking page" },
  accepts: (answer) =>
    pagesIn(answer).some(({ page }) => isTrackingPage(page)) || (answer.contentType === 'json' && isOfBills(answer)),
  parse,
};

/** Heung-A's tracking page, which is Sinokor's. */
export const heungATrackV1: ShipPageParser = {
  ...sinokorTrackV1,
  id: 'heung-a-track',
  carrierCode: 'HAL',
  about: { zh: '兴亚海运货物跟踪页', en: "Heung-A's cargo tracking page" },
};
