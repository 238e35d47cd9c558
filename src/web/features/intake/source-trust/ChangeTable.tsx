import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type Props = { changes: readonly { key: string; name: ReactNode; before: ReactNode; after: ReactNode }[] };

/** What changes: what it is, how it was and how it will be. */
export function ChangeTable({ changes }: Props) {
  const t = useT();
  return (
    <MiniTable
      label={t('truth.precedence.value')}
      columns={(['value', 'before', 'after'] as const).map((key) => ({ key, title: t(`truth.precedence.${key}`) }))}
      rows={changes}
      rowKey={({ key }) => key}
      cells={({ name, before, after }) => ({ value: name, before, after })}
    />
  );
}
