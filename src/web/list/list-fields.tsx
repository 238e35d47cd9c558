import { filterLabel, type List, NO_WEEK, OVERDUE, type ListFilter } from '#shared/list/declare.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { SearchField, FormField } from '#web/kit/search/search-values.ts';
import type { Named } from '#web/kit/search/use-names.ts';
import { filterFields, recentDays } from './list-address.ts';
import { portFilter } from './port-filter.tsx';
import { type ColumnNames, isByTenant } from './use-list-names.ts';
import { OneSelect } from '#web/kit/search/OneSelect.tsx';
import { RemoteText } from '#web/kit/search/RemoteSelect.tsx';

/** The name of a vessel, with those that are known suggested, for filters of declared lists. */
const vesselFilter: NonNullable<FormField['control']> = ({ value, onChange, label }) => (
  <RemoteText from="vessels" label={label} value={value[0] ?? ''} onChange={(text) => onChange([text])} />
);

/** The choice of how many days back, one of which always holds. */
function recentFilter(filter: ListFilter & { kind: 'recent' }, lang: Lang): Pick<FormField, 'control' | 'nameOf'> {
  const options = Object.entries(filter.days).map(([value, text]) => ({ value, label: text[lang] }));
  return {
    nameOf: (value) => filter.days[recentDays(filter, value)]?.[lang] ?? value,
    control: ({ value, onChange, label }) => (
      <OneSelect
        required
        label={label}
        value={String(recentDays(filter, value))}
        options={options}
        onChange={(chosen = String(filter.standard)) => onChange([chosen])}
      />
    ),
  };
}

/** What a form is made with besides the declaration: names of codes, and the choices and controls of the page by filter. */
export type FormTools = {
  names: ColumnNames;
  /** Known to see one tenant only. */
  oneTenant: boolean;
  lang: Lang;
  choices: Readonly<Record<string, readonly Named[] | undefined>>;
  controls: Readonly<Record<string, FormField['control']>>;
};

/** How a filter counts, and whether rows without a value can be requested. */
function countedAs(list: List, name: string, lang: Lang): Partial<FormField> {
  const filter = list.filters[name];
  if (filter?.kind === 'text') return filter.empty === true ? { empty: true } : {};
  if (filter?.kind !== 'amount') return {};
  const column = list.columns[name];
  const { unit, whole, change } = filter;
  return {
    unit,
    unitName: column?.kind === 'number' ? column.unit?.[lang] : undefined,
    ...(whole === undefined ? {} : { whole }),
    ...(change === undefined ? {} : { change }),
  };
}

/** One filter of a declared list as its form has it. */
function fieldOf(list: List, field: SearchField, { names, lang, choices, controls }: FormTools): FormField {
  const text = filterLabel(list, field.name);
  const label = text[lang];
  const finds = list.filters[field.name]?.finds;
  const spoken = {
    also: text[lang === 'zh' ? 'en' : 'zh'],
    ...(finds === undefined ? {} : { finds }),
    ...countedAs(list, field.name, lang),
  };
  const own =
    controls[field.name] ??
    (finds === 'ports' && field.kind === 'choice' ? portFilter : undefined) ??
    (finds === 'vessels' && field.kind === 'text' ? vesselFilter : undefined);
  const given = choices[field.name];
  const column = list.columns[field.name];
  if (field.name === list.board?.filter) {
    const named: Readonly<Record<string, string>> = {
      [NO_WEEK]: list.board.none[lang],
      [OVERDUE]: list.board.overdue[lang],
    };
    return { ...field, label, nameOf: (week) => named[week] ?? week };
  }
  const filter = list.filters[field.name];
  if (filter?.kind === 'recent') return { ...field, label, ...recentFilter(filter, lang) };
  if (field.kind !== 'choice' && given === undefined)
    return { ...field, ...spoken, label, ...(own === undefined ? {} : { control: own }) };
  const from = (filter?.kind === 'choice' ? filter.from : undefined) ?? column;
  const options = given ?? names.optionsOf(from);
  return {
    ...field,
    ...spoken,
    label,
    options,
    nameOf: (code) =>
      given === undefined && from !== undefined
        ? names.nameOf(from, code)
        : (options.find(({ value }) => value === code)?.label ?? code),
    ...(field.kind === 'choice' || own !== undefined
      ? { control: own ?? ((props) => <NameSelect {...props} options={options} />) }
      : {}),
  };
}

/** The filters of a declared list: those of the form, and those that only links carry. People of one tenant are not requested it. */
export function formOf(list: List, tools: FormTools): { fields: FormField[]; links: FormField[] } {
  const isLink = ({ name }: SearchField): boolean => tools.oneTenant && isByTenant(name);
  const made = (fields: readonly SearchField[]): FormField[] => fields.map((field) => fieldOf(list, field, tools));
  const fields = filterFields(list, false);
  return {
    fields: made(fields.filter((field) => !isLink(field))),
    links: made([...filterFields(list, true), ...fields.filter(isLink)]),
  };
}
