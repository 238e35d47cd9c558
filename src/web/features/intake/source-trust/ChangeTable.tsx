import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';

type Props = { changes: readonly { key: string; name: ReactNode; before: ReactNode; after: ReactNode }[] };

/** What changes: what it is, how it was and how it will be. */
export function ChangeTable({ changes }: Props) {
  const t = useT();
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['value', 'before', 'after'] as const).map((key) => (
            <th key={key} scope="col">
              {t(`truth.precedence.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, name, before, after }) => (
          <tr key={key}>
            <td>{name}</td>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
