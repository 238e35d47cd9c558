import { HistoryOutlined } from '@ant-design/icons';
import { AUDIT_ROWS_PAGED } from '#contract/administration/audit-pages.ts';
import type { AuditRow } from '#contract/administration/audit.ts';
import { auditList } from '#lists/audit.ts';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import { auditCells } from './cells.tsx';
import { useAuditChoices } from './use-choices.ts';
import { useUndo } from './use-undo.ts';

const asking = { staleTime: 0 } as const;

/** Who did what to which row, when and from where; newest first. */
export function AuditPage() {
  const t = useT();
  const list = useList(auditList, { cells: auditCells, choices: useAuditChoices(), asking });
  const { control, query } = list;
  const viewed = useShown<AuditRow>();

  const { mayUndo, undo } = useUndo(() => {
    viewed.hide();
    void query.refetch();
  });

  const narrow = (values: SearchValues): void => {
    viewed.hide();
    control.change({ values, page: 1 }, { push: true });
  };
  const ofRow = (row: AuditRow): void => narrow({ entity: [row.entity], entityId: row.entityId });

  return (
    <div className="pt-list">
      <ListView
        use={list}
        toolbar={
          query.data?.more === true && (
            <span className="pt-muted">{t('audit.onlyLatest', { max: formatCount(AUDIT_ROWS_PAGED) })}</span>
          )
        }
        actions={[
          viewAction(t('audit.view'), viewed.show),
          { key: 'history', label: t('audit.rowHistory'), icon: <HistoryOutlined />, run: ofRow },
        ]}
        onOpen={viewed.show}
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
