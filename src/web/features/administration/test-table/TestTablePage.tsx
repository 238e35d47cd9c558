import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { sortRows, type SortValue } from '#web/kit/table/local-rows.ts';
import { Pager } from '#web/kit/table/Pager.tsx';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx';
import { parseSortText, sortRulesToText } from '#web/kit/table/sort-rules.ts';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import { type SampleRow, sampleRows } from './sample-rows.ts';

const names = ['berth', 'terminal', 'portName', 'depthM', 'craneCount', 'inUse', 'builtYear', 'note'] as const;
const numbers: ReadonlySet<string> = new Set(['depthM', 'craneCount', 'builtYear']);

function useColumns(): DataColumn<SampleRow>[] {
  const t = useT();
  return useMemo(
    () =>
      names.map((name): DataColumn<SampleRow> => {
        const column: DataColumn<SampleRow> = {
          key: name,
          title: t(`testTable.column.${name}`),
          sortName: name,
          text: (row) => (name === 'inUse' ? t(row.inUse ? 'common.yes' : 'common.no') : String(row[name])),
          ...(numbers.has(name) ? { align: 'end' as const } : {}),
        };
        if (name === 'berth') return { ...column, copyable: true };
        if (name !== 'inUse') return column;
        return {
          ...column,
          render: (row) => <StatusTag tone={row.inUse ? 'ok' : 'neutral'}>{column.text(row)}</StatusTag>,
        };
      }),
    [t],
  );
}

const valueOf = (row: SampleRow, name: string): SortValue => row[name as keyof SampleRow];

const whole = (text: string | undefined, standard: number): number => Math.max(1, Math.floor(Number(text)) || standard);

/** The table widget with rows that never change. */
export function TestTablePage() {
  const t = useT();
  const { search, setSearch } = usePageSearch('/testWaliTable');
  const columns = useColumns();
  const { scheme, setScheme } = useColumnScheme('testWaliTable');
  const [selection, setSelection] = useState<Selection<SampleRow>>(emptySelection);
  const [open, setOpen] = useState(false);
  const sortRules = parseSortText(search['sort'], new Set(names));
  const pageSize = whole(search['size'], 10);
  const page = Math.min(whole(search['page'], 1), Math.ceil(sampleRows.length / pageSize));
  const sorted = useMemo(() => sortRows(sampleRows, parseSortText(search['sort'], new Set(names)), valueOf), [search]);
  const pageOf = (number: number, size: number): SampleRow[] => sorted.slice((number - 1) * size, number * size);
  return (
    <div className="pt-list">
      <div className="pt-toolbar">
        <b>{t('testTable.title')}</b>
        <Button size="small" icon={<SettingOutlined />} onClick={() => setOpen(true)}>
          {t('table.columns.button')}
        </Button>
      </div>
      <SelectionBar
        selection={selection}
        onSelection={setSelection}
        total={sampleRows.length}
        loadIds={async (number, size) => ({ ids: pageOf(number, size).map((row) => row.id), total: sampleRows.length })}
      />
      <DataTable<SampleRow>
        label={t('testTable.title')}
        columns={columns}
        rows={pageOf(page, pageSize)}
        rowKey={(row) => row.id}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={sortRules}
        onSort={(rules) => setSearch({ ...search, sort: sortRulesToText(rules), page: undefined })}
        selection={selection}
        onSelection={setSelection}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={sampleRows.length}
        onChange={(number, size) => setSearch({ ...search, page: String(number), size: String(size) })}
      />
      <ColumnDrawer open={open} onClose={() => setOpen(false)} columns={columns} scheme={scheme} onScheme={setScheme} />
    </div>
  );
}
