import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import type { Entity, Field, Text } from '#shared/entity/declare.ts';
import type { ChoiceNames } from '#shared/entity/read-cells.ts';
import { call } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { type Lang, useLang } from '#web/i18n/index.ts';
import { type Named, tenantChoice } from '#web/kit/search/use-names.ts';
import { callEntity, idOf, type Row } from './entity-calls.ts';
import { entityNamed } from './entity-named.ts';
import { offeredRows, tenantEntered } from '#shared/entity/offered.ts';
import { remoteTarget } from './ReferencePicker.tsx';

/** The names behind the codes and ids of an entity's fields. */
export type EntityNames = {
  /** The choices of a field, in the language of the reader. */
  optionsOf: (field: Field) => Named[];
  /** The choices a form offers for a field of a row with these values: those that saving takes, and what is chosen already. */
  offeredIn: (field: Field, chosen: unknown, entered: Row) => Named[];
  /** The codes a dictionary has; undefined while it is not loaded. */
  codesOf: (dict: string) => ReadonlySet<string> | undefined;
  /** Names of the choices of a dictionary in every language, by code. */
  choiceNames: ChoiceNames;
  /** What else travels with the rows a row refers to, by wire name, for the ids entered by now. */
  alsoOf: (draft: Row) => Row;
  /** The name of one code or id; the code itself while unknown. */
  nameOf: (field: Field, code: string) => string;
};

type ReferenceField = Field & { kind: 'reference' };
const referencesOf = (entity: Entity): ReferenceField[] =>
  Object.values(entity.fields).filter(
    (field): field is ReferenceField => field.kind === 'reference' && remoteTarget(field) === undefined,
  );

/** What stands for a row that a field refers to. */
function valueOf(field: ReferenceField, row: Row): string {
  const target = entityNamed(field.entity);
  return target === undefined ? '' : idOf(target, row);
}

const keyOf = (field: ReferenceField): string => `${field.entity}/${field.showField}`;

type Referred = Named & { row: Row };

async function loadReference(field: ReferenceField, signal: AbortSignal): Promise<Referred[]> {
  if (field.entity === 'tenant') {
    const tenants = await call('tenants', undefined, { signal });
    return tenants.map((row) => ({ ...tenantChoice(row, 'wlTenantId'), row }));
  }
  const target = entityNamed(field.entity);
  if (target === undefined) return [];
  // Anyone who configures a process chooses a version without the page of packages.
  const rows: readonly Row[] =
    field.entity === 'packageVersion'
      ? await call('packagesWithVersions', undefined, { signal })
      : await callEntity<Row[]>(target, 'getAll', {}, { signal });
  return rows.map((row) => ({
    value: valueOf(field, row),
    label: String(row[field.showField] ?? idOf(target, row)),
    row,
  }));
}

const dataOf = (results: { data: Referred[] | undefined }[]): (Referred[] | undefined)[] =>
  results.map((result) => result.data);

/** Choices that belong to a screen instead of the dictionary, by the name the declaration gives them. */
export type OwnChoices = Readonly<Record<string, readonly { value: string; label: Text }[]>>;

const noChoices: OwnChoices = {};

/** Names of the choices of each dictionary and of the screen's own choices, by code. */
function namesByType(
  dictionary: CallData<'allDict'>,
  own: OwnChoices,
  lang: Lang,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const byType = new Map<string, Map<string, string>>();
  for (const item of dictionary) {
    const cn = item.displayValueCn ?? item.displayValueEn;
    const en = item.displayValueEn ?? item.displayValueCn;
    const values = byType.get(item.codeType) ?? new Map<string, string>();
    byType.set(item.codeType, values.set(item.codeValue, (lang === 'zh' ? cn : en) || item.codeValue));
  }
  for (const [name, choices] of Object.entries(own))
    byType.set(name, new Map(choices.map(({ value, label }) => [value, label[lang]])));
  return byType;
}

/** Loads the dictionaries and references a declaration speaks of. */
export function useEntityNames(entity: Entity, own: OwnChoices = noChoices): EntityNames {
  const lang = useLang();
  const hasChoices = Object.values(entity.fields).some(
    (field) => field.kind === 'choice' || (field.kind === 'reference' && field.choice !== undefined),
  );
  const { data: dictionary } = useCall('allDict', undefined, { enabled: hasChoices, staleTime: 60_000 });
  const references = useMemo(() => referencesOf(entity), [entity]);
  const loaded = useQueries({
    queries: references.map((field) => ({
      queryKey: ['reference', field.entity, field.showField, lang],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadReference(field, signal),
      staleTime: 10_000,
    })),
    combine: dataOf,
  });

  return useMemo(() => {
    const byReference = new Map(references.map((field, index) => [keyOf(field), loaded[index]]));
    const byType = namesByType(dictionary ?? [], own, lang);
    const choiceLabel = (name: string, { of, by }: NonNullable<ReferenceField['choice']>, row: Row): string =>
      of
        .map((part) => {
          const reported = entityNamed(name)?.fields[part];
          const value = String(row[part] ?? '');
          return reported?.kind === 'choice' ? (byType.get(reported.dict)?.get(value) ?? value) : value;
        })
        .join(by);
    const optionsOf = (field: Field): Named[] => {
      if (field.kind === 'reference')
        return (byReference.get(keyOf(field)) ?? []).map(({ row, ...one }) => ({
          ...one,
          label: field.choice === undefined ? one.label : choiceLabel(field.entity, field.choice, row),
        }));
      if (field.kind !== 'choice') return [];
      return [...(byType.get(field.dict) ?? [])].map(([value, label]) => ({ value, label }));
    };
    const offeredIn = (field: Field, chosen: unknown, entered: Row): Named[] => {
      const target = field.kind === 'reference' ? entityNamed(field.entity) : undefined;
      if (field.kind !== 'reference' || target === undefined) return optionsOf(field);
      const rowOf = (of: ReferenceField, id: string) =>
        byReference.get(keyOf(of))?.find(({ value }) => value === id)?.row;
      const tenantId = tenantEntered(entity, entered, entityNamed, rowOf);
      const rows = (byReference.get(keyOf(field)) ?? []).map(({ row }) => row);
      const offered = new Set<unknown>(Array.isArray(chosen) ? chosen : [chosen]);
      for (const row of offeredRows({ entity, field, target }, rows, tenantId)) offered.add(valueOf(field, row));
      return optionsOf(field).filter(({ value }) => offered.has(value));
    };
    const alsoOf = (draft: Row): Row =>
      Object.fromEntries(
        Object.entries(entity.fields).flatMap(([name, field]) => {
          if (field.kind !== 'reference') return [];
          const row = byReference.get(keyOf(field))?.find(({ value }) => value === draft[name])?.row;
          return row === undefined ? [] : Object.entries(field.also ?? {}).map(([wire, of]) => [wire, row[of]]);
        }),
      );
    return {
      optionsOf,
      offeredIn,
      alsoOf,
      choiceNames: (dict) => {
        const ownNames = own[dict]?.map(({ value, label }): [string, string[]] => [value, [label.zh, label.en]]);
        const kept = dictionary?.filter((item) => item.codeType === dict);
        return new Map(
          ownNames ??
            kept?.map((item): [string, string[]] => [
              item.codeValue,
              [item.displayValueCn ?? '', item.displayValueEn ?? ''].filter(Boolean),
            ]),
        );
      },
      codesOf: (dict) => (dictionary === undefined ? undefined : new Set(byType.get(dict)?.keys())),
      nameOf: (field, code) => optionsOf(field).find((option) => option.value === code)?.label ?? code,
    };
  }, [dictionary, loaded, references, lang, entity, own]);
}
