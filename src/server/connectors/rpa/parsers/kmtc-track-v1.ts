import { cellsOf, findAll, pagesIn } from '../html-answer.ts';
import { valueOfAll } from '../json-fields.ts';
import { makeReading, sails, containerFrom } from '../make-reading.ts';
import { type Page, byId } from '../page.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { ShipPageParser } from '../types.ts';

type Row = { bill: string; booking: string; container: string; from: string; to: string; ships: string };

const rowsOf = (page: Page): Row[] => {
  const table = byId(page, 'paging_1');
  return (table === undefined ? [] : findAll(page, ({ name }) => name === 'tr', table))
    .map((row) => cellsOf(page, row))
    .filter((cells) => cells.length >= 5 && cells[0] !== '')
    .map(([bill = '', booking = '', container = '', from = '', to = '', ships = '']) => ({
      bill,
      booking,
      container,
      from,
      to,
      ships,
    }));
};

/** `JAKARTA 2022.06.13/09:00` taken apart. */
function callOf(text: string): { place: string; time: string } {
  const at = text.search(/\d{4}\.\d\d\.\d\d/);
  return at < 0 ? { place: text, time: '' } : { place: text.slice(0, at).trim(), time: text.slice(at) };
}

/** `1)KMTC SEOUL/2204N 2)KMTC PUSAN/2205S` taken apart: the ships in the order of the legs. */
export const shipsOf = (text: string): { vessel: string; voyage: string }[] =>
  text
    .split(/\d\)/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [vessel = '', voyage = ''] = part.split('/').map((piece) => piece.trim());
      return { vessel, voyage };
    });

function movesOf({ from, to, ships }: Row): CarrierMove[] {
  const all = shipsOf(ships);
  return [
    { ...sails('DEPA', 'EST', 'origin'), ...callOf(from), ...all[0] },
    { ...sails('ARRI', 'EST', 'destination'), ...callOf(to), ...all.at(-1) },
  ];
}

/**
 * KMTC's former page with the voyage of a bill, booking or container; times are those of the schedule. The page of a container beside it
 * holds no moves: only pictures of the steps done, without times.
 */
export const kmtcTrackV1: ShipPageParser = {
  id: 'kmtc-track',
  carrierCode: 'KMD',
  version: 1,
  ships: 'released',
  about: { zh: '高丽海运货物跟踪页（船期）', en: "KMTC's cargo tracking page (voyage)" },
  accepts: (answer) => pagesIn(answer).some(({ page }) => byId(page, 'paging_1') !== undefined),
  parse: (answer) => {
    const rows = pagesIn(answer).flatMap(({ page }) => rowsOf(page));
    if (rows.length === 0) return unknownShipment;
    return makeReading(
      {
        billNo: valueOfAll(rows, ({ bill }) => bill),
        bookingNo: valueOfAll(rows, ({ booking }) => booking),
        containers: rows.flatMap(({ container }) => containerFrom(/[A-Z]{4}\d{7}/.exec(container)?.[0] ?? '')),
        moves: rows.flatMap(movesOf),
        from: valueOfAll(rows, ({ from }) => callOf(from).place),
        to: valueOfAll(rows, ({ to }) => callOf(to).place),
      },
      answer,
    );
  },
};
