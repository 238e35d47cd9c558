import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Table } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { NoSource } from '#web/kit/value/NoSource.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { importColumns } from '#domain/tracking/subscription/sheet-rows.ts';
import type { ImportRow } from './import-rows.ts';

type Props = {
  rows: readonly ImportRow[];
  disabled: boolean;
  onChange: (line: number, values: Partial<ImportRow>) => void;
  onRemove: (line: number) => void;
};

const widths: Partial<Record<(typeof importColumns)[number], number>> = { isBillNo: 90, carrierCode: 120, voyage: 90 };

/** Rows of an import with what is wrong in which cell; every cell can be corrected in place. */
export function ImportTable({ rows, disabled, onChange, onRemove }: Props) {
  const t = useT();
  return (
    <Table<ImportRow>
      size="small"
      rowKey="line"
      dataSource={[...rows]}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 960 }}
      columns={[
        { key: 'line', title: t('exceptionSubscribe.import.row'), dataIndex: 'line', width: 60 },
        ...importColumns.map((column) => ({
          key: column,
          title: t(`exceptionSubscribe.import.${column}`),
          width: widths[column] ?? 150,
          render: (_: unknown, row: ImportRow) => {
            const problem = row.errors.find(({ field }) => field === column);
            const warning = row.warnings.find(({ field }) => field === column);
            return (
              <Input
                size="small"
                value={row[column]}
                disabled={disabled}
                status={problem ? 'error' : warning ? 'warning' : ''}
                title={problem?.msg ?? warning?.msg ?? ''}
                aria-label={`${t('exceptionSubscribe.import.row')} ${row.line} ${t(`exceptionSubscribe.import.${column}`)}`}
                aria-invalid={problem !== undefined}
                onChange={(event) => onChange(row.line, { [column]: event.target.value })}
              />
            );
          },
        })),
        {
          key: 'result',
          title: t('exceptionSubscribe.import.result'),
          render: (_: unknown, row: ImportRow) => <RowResult row={row} />,
        },
        {
          key: 'remove',
          title: <span className="pt-sr-only">{t('table.actions')}</span>,
          width: 44,
          render: (_: unknown, row: ImportRow) => (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              disabled={disabled}
              aria-label={t('exceptionSubscribe.import.remove', { row: row.line })}
              title={t('exceptionSubscribe.import.remove', { row: row.line })}
              onClick={() => onRemove(row.line)}
            />
          ),
        },
      ]}
    />
  );
}

function RowResult({ row }: { row: ImportRow }) {
  const t = useT();
  if (!row.checked && row.errors.length === 0) return null;
  const message = row.errors.length > 0 ? row.errors : row.warnings;
  return (
    <>
      {row.errors.length === 0 && <StatusTag tone="ok">{t('exceptionSubscribe.import.fine')}</StatusTag>}
      {message.length > 0 && (
        <ul className="pt-import-errors" data-warning={row.errors.length === 0 || undefined}>
          {message.map(({ field, msg }) => (
            <li key={`${field}${msg}`}>
              {field === 'noSource' ? <NoSource text={msg} carrierCode={row.carrierCode || null} /> : msg}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
