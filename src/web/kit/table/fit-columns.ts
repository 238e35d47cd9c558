import type { SizedColumn } from './column-model.ts';
import { clampWidth } from './column-width.ts';
import { once } from '#shared/memory/once-per.ts';

/** Gives the width of a text in pixels, as a head or as a value. */
export type MeasureText = (text: string, bold: boolean) => number;

/** Rows that are looked at: more of them hardly say more. */
const SAMPLE = 100;
/** Texts of this share of the letters of the longest may be wider than that, and how many of them are measured. */
const ABOUT_AS_LONG = 0.85;
const MEASURED = 12;
const CELL_PADDING = 18;
/** The mark of the sort direction, its number among several keys, and the button that copies. */
const SORT_MARK = 18;
const SORT_NUMBER = 22;
const COPY_BUTTON = 22;
const HEAD_BUTTON = 28;
/** What a drawn value may have besides its text: a tag's edge, a sign. */
const DRAWN = 16;
const LEAST = 64;
const MOST = 260;

/** Width of letters where the browser does not tell: Chinese ones are twice as wide. */
export const roughWidth: MeasureText = (text, bold) =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 13 : bold ? 8 : 7.4), 0);

type Pen = { draw: OffscreenCanvasRenderingContext2D; family: string };

const penOf = once((): Pen | null => {
  const draw = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  return draw && { draw, family: getComputedStyle(document.body).fontFamily };
});

/** Measures as the browser draws table text; roughly where it cannot say. */
const measureText: MeasureText = (text, bold) => {
  const pen = penOf();
  if (pen === null) return roughWidth(text, bold);
  pen.draw.font = `${bold ? '600 ' : ''}13px ${pen.family}`;
  return pen.draw.measureText(text).width;
};

const headWidth = <Row>(column: SizedColumn<Row>, measure: MeasureText): number =>
  Math.ceil(measure(column.title, true)) +
  (column.sortName === undefined ? 0 : SORT_MARK) +
  (column.numbered === true ? SORT_NUMBER : 0) +
  (column.headExtra == null ? 0 : HEAD_BUTTON) +
  CELL_PADDING;

function neededWidth<Row>(column: SizedColumn<Row>, rows: readonly Row[], measure: MeasureText): number {
  const besides = (column.copyable === true ? COPY_BUTTON : 0) + (column.render === undefined ? 0 : DRAWN);
  const widest = Math.max(
    0,
    ...longestTexts(rows.slice(0, SAMPLE).map(column.drawnText ?? column.text)).map((text) =>
      column.lines === 2 ? onTwoLines(text, measure) : measure(text, false),
    ),
  );
  const content = widest === 0 ? 0 : Math.min(MOST, widest + besides);
  return clampWidth(Math.max(LEAST, headWidth(column, measure), content + CELL_PADDING));
}

/** The width of a text on two lines: broken at a blank, or anywhere in a text without any, such as a Chinese one. */
function onTwoLines(text: string, measure: MeasureText): number {
  const blanks = [...text.matchAll(/ +/g)].map(({ index }) => index);
  const breaks = blanks.length > 0 ? blanks : /\p{Script=Han}/u.test(text) ? [Math.ceil(text.length / 2)] : [];
  return Math.min(
    measure(text, false),
    ...breaks.map((at) => Math.max(measure(text.slice(0, at), false), measure(text.slice(at).trim(), false))),
  );
}

/** Texts that may be the widest: those about as long as the longest by letters. Measuring costs more than counting. */
function longestTexts(texts: readonly string[]): string[] {
  const weights = new Map(texts.map((text) => [text, weight(text)]));
  const max = Math.max(0, ...weights.values());
  return [...weights]
    .filter(([, letters]) => letters > 0 && letters >= max * ABOUT_AS_LONG)
    .slice(0, MEASURED)
    .map(([text]) => text);
}

const weight = (text: string): number => {
  let sum = text.length;
  for (const letter of text) if (letter > '\u2e7f') sum += 1;
  return sum;
};

/**
 * The widths that heads and values need. A column only grows while the table is on screen (`known`, by title and key), so
 * that nothing jumps from page to page. What a person chose stays; a column that grows has its own width at least.
 */
export function fitColumns<Row>(
  columns: readonly SizedColumn<Row>[],
  rows: readonly Row[],
  known: Map<string, number>,
  measure: MeasureText = measureText,
): number[] {
  return columns.map((column) => {
    if (column.chosen) return column.width;
    const least = Math.max(column.width, clampWidth(headWidth(column, measure)));
    if (column.grow === true) return least;
    // Nothing is known yet: what the declaration says, so that the first rows move little.
    if (rows.length === 0) return Math.max(least, known.get(keyOf(column)) ?? 0);
    const width = Math.max(
      column.least === true || column.lines === 2 ? least : 0,
      neededWidth(column, rows, measure),
      known.get(keyOf(column)) ?? 0,
    );
    known.set(keyOf(column), width);
    return width;
  });
}

const keyOf = <Row>({ key, title }: SizedColumn<Row>): string => `${key} ${title}`;
