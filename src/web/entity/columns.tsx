import { Checkbox } from 'antd';
import { useMemo } from 'react';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { Lang, Text } from '#shared/i18n/text.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { CodeText } from '#web/kit/value/CodeText.tsx';
import { codeTexts } from './code-texts.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { idOf, type Row } from './entity-calls.ts';
import { sortableOf } from './list-state.ts';
import type { EntityNames } from './use-entity-names.ts';
import { fieldText } from './value-text.ts';

const INDEX_WIDTH = 64;
const tones: Readonly<Record<string, Tone>> = {
  AVAILABLE: 'ok',
  ACTIVE: 'ok',
  DISABLED: 'warn',
  DISCARD: 'neutral',
  CREDENTIAL: 'warn',
  admin: 'info',
};

function widthOf(name: string, field: Field): number {
  if (typeof field.list === 'number') return field.list;
  switch (field.kind) {
    case 'flag':
    case 'integer':
    case 'number':
      return 96;
    case 'day':
      return 120;
    case 'instant':
      return 180;
    case 'text':
      return field.lines !== undefined || field.max > 250 ? 260 : field.max > 100 ? 200 : 150;
    default:
      return name.length > 13 ? 170 : 140;
  }
}

function renderOf(
  name: string,
  field: Field,
  { text, message }: { text: (row: Row) => string; message: (row: Row) => string | undefined },
  lang: Lang,
): DataColumn<Row>['render'] {
  if (field.kind === 'instant')
    return (row) => (typeof row[name] === 'number' ? <TimeText instant={row[name]} source={message(row)} /> : null);
  if (field.kind === 'flag' && field.shown === 'checkbox') {
    return (row) => <Checkbox checked={row[name] === 1} disabled aria-label={field.label[lang]} />;
  }
  if (field.kind === 'flag' && field.words === undefined) {
    return (row) => <StatusTag tone={row[name] === 1 ? 'ok' : 'neutral'}>{text(row)}</StatusTag>;
  }
  if (field.kind === 'choice' && field.many !== true) {
    return (row) => {
      const tone = tones[String(row[name])];
      return tone === undefined ? text(row) : <StatusTag tone={tone}>{text(row)}</StatusTag>;
    };
  }
  if (field.kind === 'text' && field.names !== undefined) {
    const Named = codeTexts[field.names];
    return (row) => <Named code={text(row)} />;
  }
  if (field.kind === 'reference' && field.namedBy !== undefined) {
    const { namedBy } = field;
    return (row) => <CodeText code={text(row)} name={nameBeside(row, namedBy, lang)} />;
  }
  return undefined;
}

const nameBeside = (row: Row, namedBy: Text, lang: Lang): string => String(row[namedBy[lang]] ?? row[namedBy.en] ?? '');

/** Code and name, where both are drawn. */
function drawnTextOf(field: Field, text: (row: Row) => string, lang: Lang): DataColumn<Row>['drawnText'] {
  if (field.kind !== 'reference' || field.namedBy === undefined) return undefined;
  const { namedBy } = field;
  return (row) => `${text(row)} ${nameBeside(row, namedBy, lang)}`;
}

/** Fields in the order of the declaration, but these first. */
function withFirst<F>(fields: [string, F][], first: readonly string[]): [string, F][] {
  const chosen = first.flatMap((name) => fields.filter(([other]) => other === name));
  return [...chosen, ...fields.filter(([name]) => !first.includes(name))];
}

/** The name of a field without the mark of its language, and the language. */
function languageOf(name: string): [stem: string, lang: Lang] | undefined {
  const [, stem, mark] = /^(.+)(Cn|En)$/.exec(name) ?? [];
  return stem === undefined ? undefined : [stem, mark === 'Cn' ? 'zh' : 'en'];
}

/** Where a name is kept in both languages, that of the screen comes first. */
export function ownLanguageFirst<F>(fields: readonly [string, F][], lang: Lang): [string, F][] {
  const result = [...fields];
  const place = (name: string): number => result.findIndex(([other]) => other === name);
  for (const [name] of fields) {
    const [stem, marked] = languageOf(name) ?? [];
    if (stem === undefined) continue;
    const others = [`${stem}${marked === 'zh' ? 'En' : 'Cn'}`, stem];
    const other = others.find((candidate) => place(candidate) >= 0);
    if (other === undefined) continue;
    const [mine, theirs] = marked === lang ? [name, other] : [other, name];
    const [here, there] = [place(mine), place(theirs)];
    if (here < there) continue;
    const [moved] = result.splice(here, 1);
    if (moved !== undefined) result.splice(there, 0, moved);
  }
  return result;
}

const none: readonly never[] = [];
const nobody: ReadonlyMap<string, string> = new Map();

/** The columns of an entity's list: a running number, then its fields in the order of the declaration. */
export function useEntityColumns(
  entity: Entity,
  names: EntityNames,
  page: { rows: readonly Row[]; first: number },
  {
    first: firstNames = none,
    last = none,
    lastAfter,
    writers = nobody,
  }: {
    first?: readonly string[] | undefined;
    last?: readonly DataColumn<Row>[];
    /** The last ones stand after so many columns of fields; left out: after all. */
    lastAfter?: number | undefined;
    /** Who last wrote a row and when, as a line of the tooltips of its values. */
    writers?: ReadonlyMap<string, string>;
  } = {},
): DataColumn<Row>[] {
  const t = useT();
  const lang = useLang();
  const { rows, first } = page;
  return useMemo(() => {
    const sortable = sortableOf(entity);
    const numbers = new Map(rows.map((row, index) => [idOf(entity, row), String(first + index)]));
    const index: DataColumn<Row> = {
      key: '__index',
      title: t('entity.index'),
      width: INDEX_WIDTH,
      align: 'center',
      text: (row) => numbers.get(idOf(entity, row)) ?? '',
    };
    const own = ownLanguageFirst(withFirst(Object.entries(entity.fields), firstNames), lang)
      .filter(([, field]) => field.list !== false && field.kind !== 'secret')
      .map(([name, field]): DataColumn<Row> => {
        const message = (row: Row): string | undefined => writers.get(idOf(entity, row));
        const text = (row: Row): string => fieldText(entity, name, row, names);
        const render = renderOf(name, field, { text, message }, lang);
        const drawnText = drawnTextOf(field, text, lang);
        return {
          key: name,
          title: field.label[lang],
          width: widthOf(name, field),
          ...(sortable.has(name) ? { sortName: name } : {}),
          text,
          sourceText: message,
          ...(render === undefined ? {} : { render }),
          ...(drawnText === undefined ? {} : { drawnText }),
          // The name beside the code comes later than the rows: the declared width has room for it.
          ...(field.kind === 'text' && field.names !== undefined ? { least: true } : {}),
          ...(field.kind === 'integer' || field.kind === 'number' ? { align: 'end' as const } : {}),
        };
      });
    return [index, ...own.slice(0, lastAfter), ...last, ...(lastAfter === undefined ? none : own.slice(lastAfter))];
  }, [entity, names, rows, first, firstNames, last, lastAfter, writers, t, lang]);
}
