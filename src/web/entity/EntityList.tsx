import { CopyOutlined, DeleteOutlined, EditOutlined, EyeOutlined, HistoryOutlined } from '@ant-design/icons';
import { useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import type { DataColumn, RowAction } from '#web/kit/table/column-model.ts';
import { callNameOf, idOf, type Row, type RowPage, callEntity } from './entity-calls.ts';
import { useEntityColumns } from './columns.tsx';
import type { EntityListProps } from './list-props.ts';
import { entityAddress, pageAfterRemoval, queryOf } from './list-state.ts';
import { ImportButton, NewButton } from './ToolbarButtons.tsx';
import { useEntityCall } from './use-entity-call.ts';
import { useEntityNames } from './use-entity-names.ts';
import { useMayWrite } from './use-may-write.ts';
import { useRowRemoval } from './use-row-removal.ts';
import { useRowWindows } from './use-row-windows.tsx';
import { useSearchFields } from './use-search-fields.tsx';
import './entity.css';
import type { RowWriter } from '#contract/entity.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';

/** Who last wrote rows and when, in words by their ids; requested once the rows are shown. */
function useWriters(entity: Entity, rows: readonly Row[], asked: boolean): ReadonlyMap<string, string> {
  const t = useT();
  const lang = useLang();
  const ids = rows.map((row) => idOf(entity, row));
  // A row that was written has another version, and names depend on the language: both are requested again.
  const versions = rows.map((row) => row['recordVersion']);
  const { data } = useQuery({
    queryKey: [callNameOf(entity, 'writers'), ids, versions, lang],
    queryFn: ({ signal }) => callEntity<RowWriter[]>(entity, 'writers', { ids }, { signal, quiet: true }),
    enabled: asked && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () =>
      new Map(
        data?.map(({ id, source, time }) => [id, t('value.writtenBy', { name: source, time: timeAsText(time) })]),
      ),
    [data, t],
  );
}

const nothing: Row = {};
const noColumns: readonly DataColumn<Row>[] = [];

/** What the list shows now, as the server answered. */
function useEntityRows({ entity, state, fixed = nothing, onRows }: EntityListProps) {
  const question = queryOf(state, fixed);
  const query = useEntityCall<RowPage>(entity, 'query', question, { keep: true });
  const answer = query.data;
  const rows = useMemo(() => (query.isError ? [] : (answer?.records ?? [])), [answer, query.isError]);
  useEffect(() => {
    if (answer !== undefined && !query.isPlaceholderData) onRows?.(answer.records);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer, query.isPlaceholderData]);
  return { question, query, rows, total: answer?.totalRecord ?? 0 };
}

/** What can be done with a row, in the order of its menu. */
function useRowActions(
  props: EntityListProps,
  mayWrite: boolean,
  run: Record<'edit' | 'copy' | 'history' | 'remove', (row: Row) => void>,
): RowAction<Row>[] {
  const t = useT();
  const { onChoose } = props;
  const detail: RowAction<Row>[] =
    onChoose === undefined
      ? []
      : [
          {
            key: 'view',
            label: t('entity.detail'),
            icon: <EyeOutlined />,
            column: true,
            run: onChoose,
          },
        ];
  const copy: RowAction<Row> = {
    key: 'copy',
    label: t('common.copy'),
    icon: <CopyOutlined />,
    run: run.copy,
  };
  const history: RowAction<Row> = {
    key: 'history',
    label: t('entity.history'),
    icon: <HistoryOutlined />,
    run: run.history,
  };
  const shownHistory = props.noHistory === true ? [] : [history];
  if (!mayWrite) return [...detail, ...shownHistory, ...(props.actions ?? [])];
  return [
    { key: 'edit', label: t('common.edit'), icon: <EditOutlined />, column: true, run: run.edit },
    ...detail,
    ...(props.canCopy === false ? [] : [copy]),
    ...shownHistory,
    ...(props.actions ?? []),
    {
      key: 'delete',
      label: t('common.delete'),
      icon: <DeleteOutlined />,
      column: true,
      run: run.remove,
    },
  ];
}

/** Asks the server again for a list and for whatever offers its rows as choices. */
function useRefresh({ entity, state, onState }: EntityListProps): (page: number) => void {
  const client = useQueryClient();
  return (page) => {
    if (page !== state.page) onState({ page });
    void client.invalidateQueries({ queryKey: [callNameOf(entity, 'query')] });
    void client.invalidateQueries({ queryKey: ['reference', entity.name] });
    if (entity.masterData === true) void client.invalidateQueries({ queryKey: ['allDict'] });
  };
}

/** Search, table, pager, dialog and history of one entity; everything follows from its declaration. */
export function EntityList(props: EntityListProps) {
  const { entity, state, onState, fixed = nothing, extraColumns = noColumns, chosen, onChoose } = props;
  const t = useT();
  const lang = useLang();
  const names = useEntityNames(entity, props.choices);
  const address = useMemo(() => entityAddress(entity), [entity]);
  const fields = useSearchFields(entity, names, fixed);
  const mayWrite = useMayWrite(entity);
  const [saved, setSaved] = useState<string>();
  const { question, query, rows, total } = useEntityRows(props);
  const shown = { rows, first: (state.page - 1) * state.pageSize + 1 };
  const writers = useWriters(entity, rows, props.noHistory !== true);
  const columns = useEntityColumns(entity, names, shown, {
    writers,
    first: props.firstColumns,
    last: extraColumns,
    lastAfter: props.extraAfterFirst === true ? props.firstColumns?.length : undefined,
  });
  const refresh = useRefresh(props);

  const mark = (row: Row, page: number): void => {
    setSaved(idOf(entity, row));
    refresh(page);
  };
  const { remove, restore } = useRowRemoval(entity, {
    undoable: props.noHistory !== true || props.undoRemoval !== undefined,
    undo: props.undoRemoval,
    removed: () => refresh(pageAfterRemoval(state, total, 1)),
    restored: (row) => mark(row, state.page),
  });
  const { windows, openDialog, showHistory } = useRowWindows(props, names, (row) => mark(row, 1), restore);
  const edit = (row: Row): void => openDialog('UPDATE', row);
  const actions = useRowActions(props, mayWrite, {
    edit,
    copy: (row) => openDialog('ADD', undefined, row),
    history: showHistory,
    remove,
  });
  return (
    <div className="pt-list">
      <QueryList<Row>
        list={{ state, change: onState, address }}
        query={query}
        fields={props.plain === true ? undefined : fields}
        toolbar={
          <>
            <NewButton onNew={mayWrite ? () => openDialog('ADD') : undefined} />
            {props.toolbar}
          </>
        }
        viewsAt={props.route}
        columnsByName
        beforeExport={
          entity.importBy !== undefined &&
          mayWrite && <ImportButton entity={entity} names={names} onImported={() => refresh(1)} />
        }
        exported={{ list: entity.name, query: question, knows: (key) => key in entity.fields }}
        table={props.schemeName ?? `entity/${entity.name}`}
        label={entity.label[lang]}
        columns={columns}
        rowKey={(row) => idOf(entity, row)}
        actions={actions}
        onOpen={onChoose ?? (mayWrite ? edit : showHistory)}
        rowClassName={(row) => rowClass(idOf(entity, row), saved, chosen)}
        emptyText={
          props.empty?.text ?? t(mayWrite ? 'entity.emptyText' : 'entity.emptyReadOnly', { name: entity.label[lang] })
        }
        emptyAction={
          props.empty === undefined ? mayWrite && <NewButton onNew={() => openDialog('ADD')} /> : props.empty.action
        }
      />
      {entity.attribution !== undefined && <p className="pt-attribution">{entity.attribution[lang]}</p>}
      {windows}
    </div>
  );
}

const rowClass = (id: string, saved: string | undefined, chosen: string | undefined): string =>
  [id === saved ? 'pt-row-saved' : '', id === chosen ? 'pt-row-chosen' : ''].join(' ').trim();
