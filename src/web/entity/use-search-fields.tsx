import { Input } from 'antd';
import { useMemo } from 'react';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/search-values.ts';
import { keywordFields, searchFieldsOf } from './list-state.ts';
import { ReferencePicker, remoteTarget } from './ReferencePicker.tsx';
import type { EntityNames } from './use-entity-names.ts';

/** Whether a filter asks people of one tenant for it. */
const isOneTenant = (field: Field | undefined, names: EntityNames): boolean =>
  field?.kind === 'reference' && field.entity === 'tenant' && names.optionsOf(field).length === 1;

/** The keyword and the filters that a declaration offers; those in `fixed` the screen itself sets. */
export function useSearchFields(entity: Entity, names: EntityNames, fixed: object): FormField[] {
  const t = useT();
  const lang = useLang();
  return useMemo(
    () =>
      searchFieldsOf(entity)
        .filter(({ name }) => !(name in fixed) && !isOneTenant(entity.fields[name], names))
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
          const also = field.label[lang === 'zh' ? 'en' : 'zh'];
          if (item.kind !== 'choice') return { ...item, label: field.label[lang], also };
          const target = remoteTarget(field);
          if (field.kind === 'reference' && target !== undefined) {
            return {
              ...item,
              label: field.label[lang],
              also,
              ...(field.entity === 'port' ? { finds: 'ports' as const } : {}),
              control: ({ value, onChange, label }) => (
                <ReferencePicker
                  field={field}
                  target={target}
                  value={value}
                  onChange={onChange}
                  label={label}
                  many
                  borderless
                />
              ),
            };
          }
          return {
            ...item,
            label: field.label[lang],
            also,
            options: names.optionsOf(field),
            control: (control) => <NameSelect {...control} options={names.optionsOf(field)} />,
            nameOf: (code) => names.nameOf(field, code),
          };
        }),
    [entity, names, fixed, t, lang],
  );
}
