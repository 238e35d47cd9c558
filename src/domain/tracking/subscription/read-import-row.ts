import { parseContainerNumber } from '#shared/ids/container-number.ts';
import { isTestNumber, testCarrier } from '#shared/ids/test-reference.ts';
import { entriesOf } from '#shared/values/objects.ts';
import type { Direction, Subject } from '../model.ts';

/** A row as it was typed. */
export type ImportRow = {
  isBillNo?: string | number | boolean | null | undefined;
  blNo?: string | number | null | undefined;
  ctnNo?: string | number | null | undefined;
  carrierCode?: string | number | null | undefined;
  vesselName?: string | number | null | undefined;
  voyage?: string | number | null | undefined;
  inOutFlag?: string | number | null | undefined;
};

/** What is wrong with a cell; `code` is the text's, `value` what stood there. */
export type CellProblem = { field: keyof ImportRow; code: CellCode; value: string };
export type CellCode =
  | 'subjectRequired'
  | 'subjectUnknown'
  | 'billRequired'
  | 'billInvalid'
  | 'formula'
  | 'containerRequired'
  | 'containerInvalid'
  | 'checkDigit'
  | 'carrierRequired'
  | 'carrierUnknown'
  | 'carrierUnrecognised'
  | 'carrierByNumber'
  | 'carrierTest'
  | 'textTooLong'
  | 'directionUnknown';

/** What a row asks to be tracked. */
export type ReadRow = {
  subject: Subject;
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
  vesselName: string | null;
  voyage: string | null;
  direction: Direction | null;
};

/** A row that was read: what it asks for, unless something is wrong with it; warnings stand against nothing. */
export type ImportReading = { row: ReadRow | null; errors: CellProblem[]; warnings: CellProblem[] };

const subjects: ReadonlyMap<string, Subject> = new Map([
  ...['1', '是', 'Y', 'YES', 'TRUE', 'BILL', 'BL', 'B/L', '提单', '提单号'].map((text) => [text, 'bill'] as const),
  ...['0', '否', 'N', 'NO', 'FALSE', 'CONTAINER', 'CTN', '箱', '箱号'].map((text) => [text, 'container'] as const),
]);
/** Whether a text says of a row that it is a bill or a container. */
export const isSubjectWord = (text: string): boolean => subjects.has(textOf(text).toUpperCase());
const directions: ReadonlyMap<string, Direction> = new Map([
  ...['E', 'EXPORT', 'OUT', '出口'].map((text) => [text, 'E'] as const),
  ...['I', 'IMPORT', 'IN', '进口'].map((text) => [text, 'I'] as const),
]);

/** Longest texts that are kept. */
const importLimits = { blNo: 60, ctnNo: 20, carrierCode: 60, vesselName: 100, voyage: 50 } as const;

/** What numbers of bills are made of; anything else is a formula, a note or a cell of another column. */
const billShape = /^[A-Z0-9][A-Z0-9./_-]*$/;
/** What a sheet would calculate instead of showing it, and what it shows when it cannot. */
const formula = /^[=+@#-]/;

const textOf = (value: string | number | boolean | null | undefined): string =>
  value == null ? '' : String(value).normalize('NFKC').trim().replace(/\s+/g, ' ');

/** Longest part of a cell that a message repeats. */
const maxQuoted = 60;

const quoted = (text: string): string => (text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);

/** One problem for each cell, the first that was found. */
const firstOfEach = (problems: readonly CellProblem[]): CellProblem[] =>
  problems
    .filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index)
    .map((problem) => ({ ...problem, value: quoted(problem.value) }));

/**
 * Reads a row of an import; `carrierOf` gives the code of a carrier by code, SCAC or name. Of a row without a carrier, or with `AUTO`,
 * `recognise` gives it by the number, where that says it; a name that nobody knows gives way to what the bill says, with a warning.
 */
export function readImportRow(
  row: ImportRow,
  carrierOf: (text: string) => string | undefined,
  recognise: (number: string) => string | undefined = () => undefined,
): ImportReading {
  const errors: CellProblem[] = [];
  const warnings: CellProblem[] = [];
  const texts = {
    blNo: textOf(row.blNo).toUpperCase().replaceAll(' ', ''),
    ctnNo: textOf(row.ctnNo),
    carrierCode: textOf(row.carrierCode),
    vesselName: textOf(row.vesselName).toUpperCase(),
    voyage: textOf(row.voyage).toUpperCase(),
  };
  const subject = readSubject(textOf(row.isBillNo), texts, errors);
  for (const [field, max] of entriesOf(importLimits)) {
    if (texts[field].length > max) errors.push({ field, code: 'textTooLong', value: String(max) });
  }
  const containerNo = readContainer(texts.ctnNo, subject, errors, warnings);
  for (const field of ['vesselName', 'voyage'] as const)
    if (formula.test(texts[field])) errors.push({ field, code: 'formula', value: texts[field] });
  if (texts.blNo !== '' && !billShape.test(texts.blNo))
    errors.push({ field: 'blNo', code: 'billInvalid', value: textOf(row.blNo) });
  if (subject === 'bill' && texts.blNo === '') errors.push({ field: 'blNo', code: 'billRequired', value: '' });
  const numbers = [texts.blNo, containerNo ?? ''].filter((number) => number !== '');
  const carrierCode = isUnnamed(texts.carrierCode)
    ? recogniseCarrier(texts.carrierCode, numbers, recognise, errors)
    : readCarrier(texts, carrierOf, recognise, { errors, warnings });
  const number = subject === 'bill' ? texts.blNo : containerNo;
  if (carrierCode === testCarrier && number && !isTestNumber(number))
    errors.push({ field: 'carrierCode', code: 'carrierTest', value: texts.carrierCode });
  const direction = readDirection(textOf(row.inOutFlag), errors);
  if (errors.length > 0 || subject === undefined || carrierCode === undefined)
    return { row: null, errors: firstOfEach(errors), warnings };
  return {
    row: {
      subject,
      billNo: texts.blNo || null,
      containerNo,
      carrierCode,
      vesselName: texts.vesselName || null,
      voyage: texts.voyage || null,
      direction,
    },
    errors,
    warnings,
  };
}

function readSubject(text: string, texts: { blNo: string }, errors: CellProblem[]): Subject | undefined {
  const subject = subjects.get(text.toUpperCase());
  if (text === '') errors.push({ field: 'isBillNo', code: 'subjectRequired', value: texts.blNo });
  else if (subject === undefined) errors.push({ field: 'isBillNo', code: 'subjectUnknown', value: text });
  return subject;
}

function readContainer(
  text: string,
  subject: Subject | undefined,
  errors: CellProblem[],
  warnings: CellProblem[],
): string | null {
  if (text === '') {
    if (subject === 'container') errors.push({ field: 'ctnNo', code: 'containerRequired', value: '' });
    return null;
  }
  const { number, problem } = parseContainerNumber(text);
  if (problem === 'shape') errors.push({ field: 'ctnNo', code: 'containerInvalid', value: text });
  if (problem === 'check_digit') warnings.push({ field: 'ctnNo', code: 'checkDigit', value: number });
  return number;
}

/** Stands for a carrier that an aggregator is to recognise. */
export const AUTO_CARRIER = 'AUTO';

const isUnnamed = (text: string): boolean => text === '' || text.toUpperCase() === AUTO_CARRIER;

function recogniseCarrier(
  text: string,
  numbers: readonly string[],
  recognise: (number: string) => string | undefined,
  errors: CellProblem[],
): string | undefined {
  const found = numbers.map(recognise).find((code) => code !== undefined);
  if (found === undefined)
    errors.push({ field: 'carrierCode', code: text === '' ? 'carrierRequired' : 'carrierUnrecognised', value: text });
  return found;
}

function readCarrier(
  { carrierCode: text, blNo }: { carrierCode: string; blNo: string },
  carrierOf: (text: string) => string | undefined,
  recognise: (number: string) => string | undefined,
  { errors, warnings }: Pick<ImportReading, 'errors' | 'warnings'>,
): string | undefined {
  const code = carrierOf(text);
  if (code !== undefined) return code;
  // A container may sail with another carrier than its owner; a bill is of the carrier that its number names.
  const byBill = blNo === '' ? undefined : recognise(blNo);
  if (byBill === undefined || byBill === AUTO_CARRIER || formula.test(text)) {
    errors.push({ field: 'carrierCode', code: 'carrierUnknown', value: text });
    return undefined;
  }
  warnings.push({ field: 'carrierCode', code: 'carrierByNumber', value: `${quoted(text)} → ${byBill}` });
  return byBill;
}

function readDirection(text: string, errors: CellProblem[]): Direction | null {
  if (text === '') return null;
  const direction = directions.get(text.toUpperCase());
  if (direction === undefined) errors.push({ field: 'inOutFlag', code: 'directionUnknown', value: text });
  return direction ?? null;
}

/** By what two rows are the same subscription. */
export const subscriptionKey = (row: ReadRow): string =>
  row.subject === 'bill'
    ? `bill ${row.carrierCode} ${row.billNo}`
    : `container ${row.carrierCode} ${row.containerNo} ${row.vesselName ?? ''} ${row.voyage ?? ''}`;
