import type { ReactNode } from 'react';
import type { List } from '#shared/list/declare.ts';
import { useLang } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';

/**
 * What the columns of a list are called, the name of a value of a code or of a missing value, and the tag of a value of a code, for
 * the details beside the list.
 */
export function useListLabels<L extends List>(
  list: L,
): {
  label: (column: keyof L['columns'] & string) => string;
  name: (column: keyof L['columns'] & string, value: string | null) => string;
  tag: (column: keyof L['columns'] & string, value: string) => ReactNode;
} {
  const lang = useLang();
  const choiceOf = (name: string, value: string) => {
    const column = list.columns[name];
    return column?.kind === 'code' ? column.values[value] : undefined;
  };
  return {
    label: (name) => list.columns[name]?.label[lang] ?? name,
    name: (name, value) =>
      value === null ? (list.columns[name]?.missing?.[lang] ?? '') : (choiceOf(name, value)?.[lang] ?? value),
    tag: (name, value) => {
      const choice = choiceOf(name, value);
      return <StatusTag tone={choice?.tone ?? 'neutral'}>{choice?.[lang] ?? value}</StatusTag>;
    },
  };
}
