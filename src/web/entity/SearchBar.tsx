import { Input } from 'antd';
import { useMemo } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import { type FormField, SearchForm } from '#web/kit/search/SearchForm.tsx';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { keywordFields, searchFieldsOf } from './list-state.ts';
import { ReferencePicker, remoteTarget } from './ReferencePicker.tsx';
import type { EntityNames } from './use-entity-names.ts';

type Props = {
  entity: Entity;
  names: EntityNames;
  /** Filters the screen itself sets are not offered. */
  fixed: object;
  values: SearchValues;
  busy: boolean;
  onSearch: (values: SearchValues) => void;
  onReset: () => void;
};

/** The keyword and the filters that a declaration offers, with Search and Reset. */
export function SearchBar({ entity, names, fixed, values, busy, onSearch, onReset }: Props) {
  const t = useT();
  const lang = useLang();
  const fields = useMemo(
    () =>
      searchFieldsOf(entity)
        .filter(({ name }) => !(name in fixed))
        .map((item): FormField => {
          const field = entity.fields[item.name];
          if (field === undefined) {
            const placeholder = keywordFields(entity)
              .map((searched) => searched.label[lang])
              .join('/');
            return {
              ...item,
              label: t('entity.keyword'),
              control: ({ value, onChange, label }) => (
                <Input
                  variant="borderless"
                  size="small"
                  aria-label={`${label}: ${placeholder}`}
                  title={placeholder}
                  placeholder={placeholder}
                  allowClear
                  maxLength={100}
                  value={value[0] ?? ''}
                  onChange={(event) => onChange([event.target.value])}
                  onBlur={(event) => onChange([event.target.value.trim()])}
                />
              ),
            };
          }
          if (item.kind !== 'choice') return { ...item, label: field.label[lang] };
          if (field.kind === 'reference' && remoteTarget(field) !== undefined) {
            return {
              ...item,
              label: field.label[lang],
              control: ({ value, onChange, label }) => (
                <ReferencePicker field={field} value={value} onChange={onChange} label={label} many borderless />
              ),
            };
          }
          return {
            ...item,
            label: field.label[lang],
            control: (control) => <NameSelect {...control} options={names.optionsOf(field)} />,
            nameOf: (code) => names.nameOf(field, code),
          };
        }),
    [entity, names, fixed, t, lang],
  );
  return <SearchForm fields={fields} values={values} busy={busy} onSearch={onSearch} onReset={onReset} />;
}
