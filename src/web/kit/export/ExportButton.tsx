import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { landmarkOf } from '../landmark.ts';
import { late } from '../late.tsx';
import { formatCount } from '../value/format-value.ts';
import { cancelExport, type ExportOrder, startExport, useExportRuns } from './export-runs.ts';

const ExportsDialog = late(() => import('./ExportsDialog.tsx').then((module) => module.ExportsDialog));

type Props = ExportOrder & { total: number; disabled?: boolean };

/** How far the export of a list is, and a way to stop it. */
function Running({ list }: { list: string }) {
  const t = useT();
  const run = useExportRuns((runs) => runs[list]);
  const status = run === 'ordering' ? undefined : run;
  const total = status?.total ?? null;
  return (
    <span className="pt-exporting" role="status">
      <progress
        max={total === null || total === 0 ? 1 : total}
        value={total === null ? 0 : (status?.done ?? 0)}
        aria-label={t('table.export.title')}
      />
      {total === null
        ? t('table.export.waiting')
        : t('table.export.running', { done: formatCount(status?.done ?? 0), total: formatCount(total) })}
      {status !== undefined && (
        <Button size="small" onClick={() => void cancelExport(status)}>
          {t('common.cancel')}
        </Button>
      )}
    </span>
  );
}

/** Has all filtered rows with the chosen columns written to a file by the server; shows how far it is and can be stopped. */
export function ExportButton({ total, disabled, ...order }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const running = useExportRuns((runs) => runs[order.list] !== undefined);
  const none = total === 0;
  return (
    <>
      {running ? (
        <Running list={order.list} />
      ) : (
        <Dropdown
          trigger={['click']}
          getPopupContainer={landmarkOf}
          menu={{
            items: [
              { key: 'xlsx', label: t('table.export.xlsx'), disabled: none },
              { key: 'csv', label: t('table.export.csv'), disabled: none },
              { type: 'divider' },
              { key: 'mine', label: t('table.export.mine') },
            ],
            onClick: ({ key }) => {
              if (key === 'mine') setOpen(true);
              else void startExport(order, key === 'csv' ? 'csv' : 'xlsx');
            },
          }}
        >
          <Button size="small" icon={<DownloadOutlined />} disabled={disabled === true}>
            {t('common.export')}
          </Button>
        </Dropdown>
      )}
      <ExportsDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
