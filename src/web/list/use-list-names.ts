import { useMemo } from 'react';
import type { List, ListChoices, ListColumn, ListNames } from '#shared/list/declare.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang } from '#web/i18n/index.ts';
import { type Named, tenantChoice } from '#web/kit/search/use-names.ts';

/** What may have codes with names: a column, or what a filter chooses from. */
type Speaks = ListColumn | ListChoices;

/** The names that stand for codes of a column, in the language of the reader. */
export type ColumnNames = {
  optionsOf: (column: Speaks | undefined) => readonly Named[];
  /** An ellipsis while names are on their way, the code itself when it has none. */
  nameOf: (column: Speaks, code: unknown) => string;
};

const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;
const nothing: readonly Named[] = [];

/** Whether a filter is by tenant. */
export const isByTenant = (name: string): boolean => /^tenant(?:Code|Name)?$/.test(name);

/** Whether the caller is known to see one tenant only; not requested a list without a filter by tenant. */
export const useOneTenant = ({ filters }: List): boolean =>
  useCall('tenants', undefined, { ...FOREVER, enabled: Object.keys(filters).some(isByTenant) }).data?.length === 1;

/** Loads the dictionaries and master data that the columns of a list speak of. */
export function useListNames(list: List): ColumnNames {
  const lang = useLang();
  const columns: readonly Speaks[] = [
    ...Object.values(list.columns),
    ...Object.values(list.filters).flatMap((filter) => (filter.kind === 'choice' ? (filter.from ?? []) : [])),
  ];
  const speaksOf = (of: ListNames): boolean =>
    columns.some((column) => column.kind === 'reference' && column.of === of);
  const { data: dictionary } = useCall('allDict', undefined, {
    ...FOREVER,
    enabled: columns.some(({ kind }) => kind === 'dict'),
  });
  const { data: carriers } = useCall('allOperators', undefined, { ...FOREVER, enabled: speaksOf('carrier') });
  const { data: statuses } = useCall('allStatuses', undefined, { ...FOREVER, enabled: speaksOf('status') });
  const { data: tenants } = useCall('tenants', undefined, { ...FOREVER, enabled: speaksOf('tenant') });
  const { data: types } = useCall('exceptionTypes', {}, { ...FOREVER, enabled: speaksOf('exceptionType') });
  return useMemo(() => {
    const named = (value: string, cn: string | null, en: string | null): Named => ({
      value,
      label: (lang === 'zh' ? (cn ?? en) : (en ?? cn)) || value,
      ...((lang === 'zh' ? en : cn) ? { also: (lang === 'zh' ? en : cn) ?? '' } : {}),
    });
    const references: Readonly<Record<ListNames, readonly Named[] | undefined>> = {
      carrier: carriers?.map((item) => named(item.operatorCode, item.operatorNameCn, item.operatorName)),
      exceptionType: types?.map((item) =>
        named(item.exceptionTypeCode, item.exceptionTypeName, item.exceptionTypeNameEn),
      ),
      status: statuses?.map((item) => named(item.statusCode, item.statusNameCn, item.statusNameEn)),
      tenant: tenants?.map((tenant) => tenantChoice(tenant, 'tenantCode')),
    };
    const bySea = new Set(carriers?.flatMap(({ mode, operatorCode }) => (mode === 'sea' ? [operatorCode] : [])));
    const dictionaries = new Map<string, Named[]>();
    for (const item of dictionary ?? []) {
      const values = dictionaries.get(item.codeType) ?? [];
      values.push(named(item.codeValue, item.displayValueCn, item.displayValueEn));
      dictionaries.set(item.codeType, values);
    }
    const known = (column: Speaks | undefined): readonly Named[] | undefined => {
      switch (column?.kind) {
        case 'code':
          return Object.entries(column.values).map(([value, label]) => ({
            value,
            label: label[lang],
            also: label[lang === 'zh' ? 'en' : 'zh'],
          }));
        case 'dict':
          return dictionary === undefined ? undefined : (dictionaries.get(column.dict) ?? []);
        case 'reference':
          return references[column.of];
        default:
          return nothing;
      }
    };
    const maps = new Map<Speaks, ReadonlyMap<string, string>>();
    const mapOf = (column: Speaks): ReadonlyMap<string, string> | undefined => {
      const options = maps.has(column) ? undefined : known(column);
      if (options !== undefined) maps.set(column, new Map(options.map(({ value, label }) => [value, label])));
      return maps.get(column);
    };
    return {
      optionsOf: (column) => {
        const options = known(column) ?? nothing;
        // Lists that speak of carriers are those of the sea; their cells name anyone who a row has.
        return column?.kind === 'reference' && column.of === 'carrier'
          ? options.filter(({ value }) => bySea.has(value))
          : options;
      },
      nameOf: (column, code) => {
        if (code === null || code === undefined) return '';
        const names = mapOf(column);
        return names === undefined ? '…' : (names.get(String(code)) ?? String(code));
      },
    };
  }, [lang, dictionary, carriers, statuses, tenants, types]);
}
