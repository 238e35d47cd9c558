import type { JudgedRow } from '#contract/import.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { previewOrder, type ReadFile, shownCell } from './import-model.ts';

const maxShown = 200;
const tones: Record<JudgedRow['plan'], Tone> = { insert: 'ok', update: 'info', same: 'neutral', refused: 'danger' };

/** The rows of a file as they are understood, those with problems first and each problem at its cell. */
export function PreviewTable({
  entity,
  file,
  judged,
}: {
  entity: Entity;
  file: ReadFile;
  judged: ReadonlyMap<number, JudgedRow>;
}) {
  const t = useT();
  const lang = useLang();
  const shown = previewOrder(file, judged, maxShown);
  const columns = file.columns.flatMap((name, index) => {
    const field = name === undefined ? undefined : entity.fields[name];
    return name === undefined || field === undefined ? [] : [{ name, index, label: field.label[lang] }];
  });
  return (
    <>
      <div
        className="pt-import-rows"
        tabIndex={0}
        role="region"
        aria-label={t('entityImport.title', { name: entity.label[lang] })}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('entityImport.rowNumber')}</th>
              <th scope="col">{t('entityImport.plan')}</th>
              {columns.map(({ name, label }) => (
                <th scope="col" key={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((index) => {
              const row = judged.get(index);
              const elsewhere = (row?.problems ?? []).filter(({ field }) => !file.columns.includes(field));
              return (
                <tr key={index}>
                  <td>{file.table.lines[index]}</td>
                  <td>
                    {row !== undefined && <StatusTag tone={tones[row.plan]}>{t(`entityImport.${row.plan}`)}</StatusTag>}
                    {elsewhere.map(({ message }) => (
                      <em key={message}>{message}</em>
                    ))}
                  </td>
                  {columns.map(({ name, index: column }) => {
                    const wrong = row?.problems.filter(({ field }) => field === name) ?? [];
                    return (
                      <td key={name} data-wrong={wrong.length > 0 || undefined}>
                        {shownCell(entity, file, index, column)}
                        {wrong.map(({ message }) => (
                          <em key={message}>{message}</em>
                        ))}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {file.rows.length > shown.length && (
        <p className="pt-entity-help">
          {t('entityImport.previewFirst', { count: formatCount(file.rows.length), shown: formatCount(shown.length) })}
        </p>
      )}
    </>
  );
}
