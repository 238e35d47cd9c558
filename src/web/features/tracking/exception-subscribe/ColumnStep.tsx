import { Select } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { type ImportColumn, importColumns } from '#domain/tracking/subscription/sheet-rows.ts';
import type { ImportSheet } from './use-import-sheet.ts';

type Props = { sheet: ImportSheet; onChoose: (column: ImportColumn, place: number | undefined) => void };

/** What happens where a file has no such column. */
const without: Partial<Record<ImportColumn, 'noSubject' | 'noCarrier'>> = {
  isBillNo: 'noSubject',
  carrierCode: 'noCarrier',
};

/** Which column of the file is which: what was found is chosen already, with how it was found and what its cells look like. */
export function ColumnStep({ sheet: { table, places }, onChoose }: Props) {
  const t = useT();
  const used = new Set([...places.values()].map(({ place }) => place));
  const unused = table.headings.filter((heading, place) => heading.trim() !== '' && !used.has(place));
  const options = table.headings.flatMap((heading, place) => {
    const sample = table.rows.find((row) => (row[place] ?? '').trim() !== '')?.[place];
    if (heading.trim() === '' && sample === undefined) return [];
    const name = heading.trim() || t('exceptionSubscribe.import.unnamed', { number: place + 1 });
    const example = (sample ?? '').slice(0, 40);
    return [{ value: place, label: example === '' ? name : t('exceptionSubscribe.import.sample', { name, example }) }];
  });
  return (
    <section className="pt-import-columns" aria-label={t('exceptionSubscribe.import.columns')}>
      <p>{t('exceptionSubscribe.import.columnsText')}</p>
      {importColumns.map((column) => {
        const chosen = places.get(column);
        const hint = without[column];
        return (
          <label key={column}>
            <span>{t(`exceptionSubscribe.import.${column}`)}</span>
            <Select<number>
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen?.place ?? null}
              placeholder={t('exceptionSubscribe.import.noColumn')}
              options={options}
              aria-label={t(`exceptionSubscribe.import.${column}`)}
              onChange={(place: number | undefined) => onChoose(column, place)}
            />
            {chosen?.by !== undefined && (
              <StatusTag tone={chosen.by === 'content' ? 'warn' : 'ok'}>
                {t(`exceptionSubscribe.import.by.${chosen.by}`)}
              </StatusTag>
            )}
            {chosen === undefined && hint !== undefined && (
              <em className="pt-muted">{t(`exceptionSubscribe.import.${hint}`)}</em>
            )}
          </label>
        );
      })}
      {unused.length > 0 && (
        <p className="pt-muted">
          {t('exceptionSubscribe.import.unused', {
            names: unused.slice(0, 30).join(t('exceptionSubscribe.import.and')),
          })}
        </p>
      )}
    </section>
  );
}
