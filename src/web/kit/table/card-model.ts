import type { CardPart } from '#shared/list/declare.ts';
import type { DataColumn } from './column-model.ts';

/** What a card shows of a row, from its head to its foot. */
export type CardParts<Column> = { title: Column | undefined; states: Column[]; about: Column[]; facts: Column[] };

/** States beside a title; more would push it away. */
const MAX_STATES = 2;
/** Values with their names below what the row is about. */
const MAX_FACTS = 3;

const isState = (key: string): boolean => {
  const name = key.toLowerCase();
  return ['status', 'state', 'severity'].some((end) => name.endsWith(end));
};

/** The part of a column that declares none: the name of the row first, states as tags, long texts as the problem. */
function partOf({ key, card, grow, lines }: Pick<DataColumn<never>, 'key' | 'card' | 'grow' | 'lines'>): CardPart {
  if (card !== undefined) return card;
  if (key.startsWith('__')) return 'none';
  if (isState(key)) return 'state';
  return grow === true || lines === 2 ? 'about' : 'fact';
}

/** Divides the columns in sight, in their order, over the parts of a card. */
export function cardParts<Column extends Pick<DataColumn<never>, 'key' | 'card' | 'grow' | 'lines'>>(
  columns: readonly Column[],
): CardParts<Column> {
  const shown = columns.filter((column) => partOf(column) !== 'none');
  const title =
    shown.find(({ card }) => card === 'title') ??
    shown.find(({ card, key }) => card === undefined && !isState(key)) ??
    shown[0];
  const of = (part: CardPart): Column[] => shown.filter((column) => column !== title && partOf(column) === part);
  const states = of('state');
  return {
    title,
    states: states.slice(0, MAX_STATES),
    about: of('about'),
    facts: [...of('fact'), ...states.slice(MAX_STATES)],
  };
}

/** The values with names that a card shows of one row: the first that are there. */
export const factsOf = <Row>(columns: readonly DataColumn<Row>[], row: Row): DataColumn<Row>[] =>
  columns.filter((column) => column.text(row) !== '').slice(0, MAX_FACTS);
