import { CopyOutlined, DeleteOutlined, EditOutlined, HistoryOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { useCall } from '#web/app/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import type { DataColumn, RowAction } from '#web/kit/table/column-model.ts';
import { visibleColumns } from '#web/kit/table/column-scheme.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { callEntity, callNameOf, idOf, type Row, type RowPage } from './entity-calls.ts';
import { useEntityColumns } from './columns.tsx';
import type { DialogExtras } from './EntityDialog.tsx';
import { exportRows } from './export-rows.ts';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { type ListState, pageAfterRemoval, queryOf, stateToUrl } from './list-state.ts';
import type { Operation } from './form-state.ts';
import { SearchBar } from './SearchBar.tsx';
import { useChoicesLive } from './use-choices-live.ts';
import { type OwnChoices, useEntityNames } from './use-entity-names.ts';
import { useRowRemoval } from './use-row-removal.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './entity.css';

// The form comes when it is first opened.
const EntityDialog = lazy(() => import('./EntityDialog.tsx').then((module) => ({ default: module.EntityDialog })));

const nothing: Row = {};
const noColumns: readonly DataColumn<Row>[] = [];

/** What a dialog was opened for; `count` makes every opening a new one. */
export type Opening = { operation: Operation; row: Row | undefined; copy: Row | undefined; open: boolean; count: number };

/** What a screen adds to the list drawn from a declaration. */
export type EntityListProps = {
  entity: Entity;
  state: ListState;
  onState: (change: Partial<ListState>) => void;
  /** Filters and values the screen itself sets, such as the code type of code values. */
  fixed?: Row;
  /** Further row actions, before delete. */
  actions?: readonly RowAction<Row>[];
  extraColumns?: readonly DataColumn<Row>[];
  /** Further buttons of the toolbar. */
  toolbar?: ReactNode;
  /** Settings of the dialog; a function gets what it was opened for. */
  dialog?: DialogExtras | ((opening: Opening) => DialogExtras);
  /** The row that stands out, and what happens when one is chosen instead of edited. */
  chosen?: string | undefined;
  onChoose?: (row: Row) => void;
  /** Told the rows of each answer. */
  onRows?: (rows: readonly Row[]) => void;
  /** Without the form of filters, for small panels. */
  plain?: boolean;
  /** Name of the column scheme; the entity's own unless said. */
  schemeName?: string;
  canCopy?: boolean;
  /** There is no history of single rows. */
  noHistory?: boolean;
  /** Brings back a removed row where that is not done from its history. */
  undoRemoval?: (row: Row) => Promise<Row>;
  /** Choices that belong to the screen. */
  choices?: OwnChoices;
};

/** Search, table, pager, dialog and history of one entity; everything follows from its declaration. */
export function EntityList(props: EntityListProps) {
  const { entity, state, onState, fixed = nothing, extraColumns = noColumns, chosen, onChoose, onRows } = props;
  const t = useT();
  const lang = useLang();
  const client = useQueryClient();
  const names = useEntityNames(entity, props.choices);
  const { scheme, setScheme } = useColumnScheme(props.schemeName ?? `entity/${entity.name}`);
  const [columnsOpen, setColumnsOpen] = useState(false);
  const [opening, setOpening] = useState<Opening>();
  const [history, setHistory] = useState<{ row: Row; open: boolean }>();
  const [saved, setSaved] = useState<string>();
  useChoicesLive();

  const name = callNameOf(entity, 'query');
  const question = queryOf(state, fixed as Record<string, string>);
  const query = useCall(name, question as never, { keep: true });
  const answer = query.data as RowPage | undefined;
  const rows = useMemo(() => (query.isError ? [] : (answer?.records ?? [])), [answer, query.isError]);
  const total = answer?.totalRecord ?? 0;
  const filtered = Object.keys(state.values).length > 0;
  const columns = useEntityColumns(entity, names, { rows, first: (state.page - 1) * state.pageSize + 1 }, extraColumns);

  useEffect(() => {
    if (answer !== undefined && !query.isPlaceholderData) onRows?.(answer.records);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer, query.isPlaceholderData]);

  const refresh = (page: number): void => {
    if (page !== state.page) onState({ page });
    void client.invalidateQueries({ queryKey: [name] });
    void client.invalidateQueries({ queryKey: ['reference', entity.name] });
    if (entity.masterData === true) void client.invalidateQueries({ queryKey: ['allDict'] });
  };
  const { remove, restore } = useRowRemoval(entity, {
    undoable: props.noHistory !== true || props.undoRemoval !== undefined,
    undo: props.undoRemoval,
    removed: () => refresh(pageAfterRemoval(state, total, 1)),
    restored: (row: Row) => {
      setSaved(idOf(entity, row));
      refresh(state.page);
    },
  });
  const openDialog = (operation: Operation, row?: Row, copy?: Row): void =>
    setOpening((last) => ({ operation, row, copy, open: true, count: (last?.count ?? 0) + 1 }));
  const closeDialog = (): void => setOpening((last) => last && { ...last, open: false });
  const edit = (row: Row): void => openDialog('UPDATE', row);

  const actions: RowAction<Row>[] = [
    { key: 'edit', label: t('common.edit'), shortcut: 'e', icon: <EditOutlined />, run: edit },
    ...(onChoose === undefined ? [] : [{ key: 'detail', label: t('entity.detail'), shortcut: 'v', run: onChoose }]),
    ...(props.canCopy === false
      ? []
      : [{ key: 'copy', label: t('common.copy'), shortcut: 'c', icon: <CopyOutlined />, run: (row: Row) => openDialog('ADD', undefined, row) }]),
    ...(props.noHistory === true
      ? []
      : [{ key: 'history', label: t('entity.history'), shortcut: 'h', icon: <HistoryOutlined />, run: (row: Row) => setHistory({ row, open: true }) }]),
    ...(props.actions ?? []),
    { key: 'delete', label: t('common.delete'), shortcut: 'd', icon: <DeleteOutlined />, run: remove },
  ];
  const reset = (): void => {
    if (Object.keys(state.values).length === 0 && state.page === 1) void query.refetch();
    else onState({ values: {}, page: 1 });
  };
  const shown = new Set(visibleColumns(columns.map((column) => column.key), scheme));
  const extras = typeof props.dialog === 'function' ? (opening === undefined ? {} : props.dialog(opening)) : (props.dialog ?? {});

  return (
    <div className="pt-list">
      {props.plain !== true && (
        <SearchBar
          entity={entity}
          names={names}
          fixed={fixed}
          values={state.values}
          busy={query.isFetching}
          onReset={reset}
          onSearch={(values) => {
            const same = JSON.stringify(stateToUrl(entity, { ...state, values, page: 1 })) === JSON.stringify(stateToUrl(entity, state));
            if (same) void query.refetch();
            else onState({ values, page: 1 });
          }}
        />
      )}
      <div className="pt-toolbar">
        <Button size="small" type="primary" icon={<PlusOutlined />} onClick={() => openDialog('ADD')}>
          {t('entity.new')}
        </Button>
        {props.toolbar}
        <span className="pt-toolbar-gap" />
        <ExportButton
          total={total}
          sheetName={entity.label[lang]}
          fetchCsv={(options) =>
            exportRows({
              ...options,
              columns: columns.filter((column) => column.key !== '__index' && shown.has(column.key)),
              fileName: `${entity.label[lang]}.csv`,
              loadPage: (currentPage, pageSize, signal) =>
                callEntity<RowPage>(entity, 'query', { ...question, currentPage, pageSize }, { signal }),
            })
          }
        />
        <Button size="small" icon={<SettingOutlined />} onClick={() => setColumnsOpen(true)}>
          {t('table.columns.button')}
        </Button>
      </div>
      <DataTable<Row>
        label={entity.label[lang]}
        columns={columns}
        rows={rows}
        rowKey={(row) => idOf(entity, row)}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={state.sortRules}
        onSort={(sortRules) => onState({ sortRules, page: 1 })}
        actions={actions}
        onOpen={onChoose ?? edit}
        refreshing={query.isFetching}
        rowClassName={(row) => {
          const id = idOf(entity, row);
          return [id === saved ? 'pt-row-saved' : '', id === chosen ? 'pt-row-chosen' : ''].join(' ').trim();
        }}
        placeholder={
          query.isError ? (
            <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <LoadingState />
          ) : (
            <EmptyState {...(filtered ? { onReset: reset } : { text: t('entity.emptyText', { name: entity.label[lang] }) })} />
          )
        }
      />
      <Pager page={state.page} pageSize={state.pageSize} total={total} onChange={(page, pageSize) => onState({ page, pageSize })} />
      <ColumnDrawer open={columnsOpen} onClose={() => setColumnsOpen(false)} columns={columns} scheme={scheme} onScheme={setScheme} />
      <HistoryDrawer
        entity={entity}
        names={names}
        row={history?.row}
        open={history?.open ?? false}
        onClose={() => setHistory((last) => last && { ...last, open: false })}
        onRestore={restore}
      />
      {opening !== undefined && (
        <Suspense fallback={null}>
          <EntityDialog
            key={opening.count}
            entity={entity}
            open={opening.open}
            operation={opening.operation}
            row={opening.row}
            copy={opening.copy}
            fixed={fixed}
            names={names}
            extras={extras}
            onClose={closeDialog}
            onSaved={(row) => {
              setSaved(idOf(entity, row));
              closeDialog();
              refresh(1);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
