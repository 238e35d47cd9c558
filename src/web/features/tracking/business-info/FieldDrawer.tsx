import { Button } from 'antd';
import { useState } from 'react';
import { useSession } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import { type ColumnScheme, isStandard, visibleColumns } from '#web/kit/table/column-scheme.ts';
import { toast } from '#web/kit/toast/toast.ts';

type Props = {
  open: boolean;
  /** Name under which the scheme is kept. */
  table: string;
  title: string;
  columns: readonly { key: string; title: string }[];
  scheme: ColumnScheme;
  onSave: (scheme: ColumnScheme) => void;
  onClose: () => void;
};

/** Which fields a table shows, in which order: nothing changes until it is saved, and a table shows one field at least. */
export function FieldDrawer({ open, table, title, columns, scheme, onSave, onClose }: Props) {
  const t = useT();
  const tenant = useSession((session) => session.user?.tenantName ?? session.user?.tenantCode) ?? '';
  const [draft, setDraft] = useState<ColumnScheme>();
  const chosen = draft ?? scheme;
  const close = (): void => {
    setDraft(undefined);
    onClose();
  };
  const save = (): void => {
    const keys = columns.map(({ key }) => key);
    if (visibleColumns(keys, chosen).length === 0) return toast.warn(t('table.columns.none'));
    onSave(chosen);
    toast.success(t('businessInfo.scheme.saved'));
    close();
  };
  return (
    <ColumnDrawer
      open={open}
      table={table}
      heading={t('businessInfo.fieldsOf', { name: title })}
      onClose={close}
      columns={columns}
      scheme={chosen}
      onScheme={setDraft}
      note={
        isStandard(scheme) && (
          <p role="status" className="pt-warning">
            {t('businessInfo.scheme.noRule', { tenant })}
          </p>
        )
      }
      footer={
        <div className="pt-info-drawer-foot">
          <Button size="small" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button size="small" type="primary" onClick={save}>
            {t('businessInfo.scheme.save')}
          </Button>
        </div>
      }
    />
  );
}
