import { HistoryOutlined } from '@ant-design/icons';
import { AUDIT_ROWS_PAGED } from '#contract/audit-pages.ts';
import type { AuditRow } from '#contract/audit.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import { address, filtersOf, queryOf } from './audit-state.ts';
import { useAuditColumns } from './columns.tsx';
import { useAuditFields } from './fields.tsx';
import { useUndo } from './use-undo.ts';

const ROUTE = '/audit';
const auditId = (row: AuditRow): string => row.auditId;

/** Who did what to which row, when and from where; newest first. */
export function AuditPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const { fields, links } = useAuditFields();
  const columns = useAuditColumns();
  const viewed = useShown<AuditRow>();
  const query = useCall('auditQuery', queryOf(list.state), { keep: true, staleTime: 0 });

  const { mayUndo, undo } = useUndo(() => {
    viewed.hide();
    void query.refetch();
  });

  const narrow = (values: SearchValues): void => {
    viewed.hide();
    list.change({ values, page: 1 }, { push: true });
  };
  const ofRow = (row: AuditRow): void => narrow({ entity: [row.entity], entityId: row.entityId });

  return (
    <div className="pt-list">
      <QueryList<AuditRow>
        list={list}
        query={query}
        fields={fields}
        links={links}
        toolbar={
          query.data?.more === true && (
            <span className="pt-muted">{t('audit.onlyLatest', { max: formatCount(AUDIT_ROWS_PAGED) })}</span>
          )
        }
        viewsAt={ROUTE}
        exported={{ list: 'audit', query: { ...filtersOf(list.state.values) }, knows: 'all' }}
        table="audit"
        label={t('audit.table')}
        columns={columns}
        rowKey={auditId}
        actions={[
          viewAction(t('audit.view'), viewed.show),
          { key: 'row', label: t('audit.rowHistory'), shortcut: 'h', icon: <HistoryOutlined />, run: ofRow },
        ]}
        onOpen={viewed.show}
        emptyText={t('audit.emptyText')}
      />
      <AuditDrawer
        row={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onRow={ofRow}
        onRequest={(row) => narrow({ requestId: row.requestId ?? '' })}
        onUndo={viewed.item !== undefined && mayUndo(viewed.item) ? undo : undefined}
      />
    </div>
  );
}
