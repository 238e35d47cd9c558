import { Select } from 'antd';
import { type MappingRole, mappingRoles } from '#contract/intake/page-mapping.ts';
import type { ReaderRows } from '#contract/intake/rpa-readers.ts';
import type { Reader } from './use-reader.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

/** With more columns than this, each one has a line of its own in place of a column. */
const MAX_BESIDE = 12;
const SAMPLES = 3;
const NONE = '';

type Column = { column: string; at: number };

function RoleSelect({ reader, column }: { reader: Reader; column: string }) {
  const { t, mapping } = reader;
  const role = mapping?.columns.find((one) => one.column === column)?.role ?? NONE;
  return (
    <Select<MappingRole | ''>
      size="small"
      className="pt-reader-role"
      data-used={role !== NONE || undefined}
      aria-label={t('pageReader.columnIs', { column })}
      value={role}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { value: NONE, label: t('pageReader.unused') },
        ...mappingRoles.map((value) => ({ value, label: t(`pageReader.role.${value}`) })),
      ]}
      onChange={(value) => reader.point(column, value === NONE ? null : value)}
    />
  );
}

/** The name of a column: of a path what is behind the path of its rows. */
const nameOf = (column: string, { rows }: ReaderRows): string =>
  rows !== '' && column.startsWith(`${rows}.`) ? column.slice(rows.length + 1) : column;

function Beside({ reader, rows, columns }: { reader: Reader; rows: ReaderRows; columns: readonly Column[] }) {
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {columns.map(({ column }) => (
            <th key={column}>
              <span>{nameOf(column, rows)}</span>
              <RoleSelect reader={reader} column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.cells.slice(0, 8).map((row, number) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={number}>
            {columns.map(({ column, at }) => (
              <td key={column}>{row[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Below({ reader, rows, columns }: { reader: Reader; rows: ReaderRows; columns: readonly Column[] }) {
  const { t } = reader;
  const samplesOf = (at: number): string =>
    [...new Set(rows.cells.map((row) => row[at] ?? '').filter((text) => text !== ''))].slice(0, SAMPLES).join(' · ');
  return (
    <MiniTable
      label={t('pageReader.step.columns')}
      columns={[
        { key: 'column', title: t('pageReader.column') },
        { key: 'meaning', title: t('pageReader.meaning') },
      ]}
      rows={columns}
      rowKey={({ column }) => column}
      cells={({ column, at }) => ({
        column: {
          content: (
            <>
              <span className="pt-mono">{nameOf(column, rows)}</span>
              <span className="pt-muted">{samplesOf(at) || '—'}</span>
            </>
          ),
          className: 'pt-reader-samples',
        },
        meaning: <RoleSelect reader={reader} column={column} />,
      })}
    />
  );
}

/** The rows of a page with what each column is: chosen by hand, or as it was guessed. */
export function ColumnPicker({ reader }: { reader: Reader }) {
  const { t, all, at, mapping, hasPage, look } = reader;
  const rows = all[at];
  if (!hasPage || look.isPending) return null;
  if (rows === undefined) return <p className="pt-why">{t('pageReader.nothing')}</p>;
  const columns = rows.columns.map(({ column }, index) => ({ column, at: index }));
  const gone = (mapping?.columns ?? []).filter(({ column }) => !rows.columns.some((one) => one.column === column));
  const Picture = columns.length > MAX_BESIDE ? Below : Beside;
  const titleOf = (one: ReaderRows): string =>
    t(`pageReader.tableRows.${one.source}`, {
      title:
        one.source === 'json'
          ? one.rows || t('pageReader.answerItself')
          : one.columns
              .slice(0, 4)
              .map(({ column }) => column)
              .join(', '),
      count: one.count,
    });
  return (
    <>
      <div className="pt-reader-line">
        <Select<number>
          aria-label={t('pageReader.table')}
          className="pt-reader-table"
          value={at}
          options={all.map((one, value) => ({ value, label: titleOf(one) }))}
          onChange={reader.choose}
        />
        {reader.kept === undefined && <span className="pt-muted">{t('pageReader.guessed')}</span>}
      </div>
      {gone.length > 0 && (
        <p className="pt-why">{t('pageReader.gone', { columns: gone.map(({ column }) => column).join(', ') })}</p>
      )}
      {/* A table that is wider than the screen is scrolled by keys too. */}
      <div className="pt-reader-scroll" tabIndex={0} role="group" aria-label={t('pageReader.table')}>
        <Picture reader={reader} rows={rows} columns={columns} />
      </div>
    </>
  );
}
