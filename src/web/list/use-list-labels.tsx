import type { ReactNode } from 'react';
import type { List } from '#shared/list/declare.ts';
import { useLang } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';

/** What the columns of a list are called, and the tag of a value of a code, for the details beside the list. */
export function useListLabels<L extends List>(
  list: L,
): {
  label: (column: keyof L['columns'] & string) => string;
  tag: (column: keyof L['columns'] & string, value: string) => ReactNode;
} {
  const lang = useLang();
  return {
    label: (name) => list.columns[name]?.label[lang] ?? name,
    tag: (name, value) => {
      const column = list.columns[name];
      const choice = column?.kind === 'code' ? column.values[value] : undefined;
      return <StatusTag tone={choice?.tone ?? 'neutral'}>{choice?.[lang] ?? value}</StatusTag>;
    },
  };
}
