import { DownloadOutlined, FileAddOutlined, StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import type { AnalyticsFile } from '#contract/interfaces/analytics.ts';
import { call } from '#web/base/client.ts';
import { newKey } from '#web/base/new-key.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { cancelExport, saveExport } from '#web/kit/export/export-runs.ts';
import { ListTable } from '#web/kit/list/ListTable.tsx';
import { isFound, tenantChoice } from '#web/kit/search/use-names.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useFileColumns } from './file-columns.tsx';

const filesPath = '/api/data-center/files/v1';
const pollMs = 2_000;
const isOpen = ({ state }: AnalyticsFile): boolean => state === 'waiting' || state === 'running';
const fileId = (row: AnalyticsFile): string => row.exportId;

/** What the next file is about: tenant, data set, and all rows or those that changed. */
function useOrder() {
  const { data: tenants } = useCall('tenants');
  const { data: datasets } = useCall('analyticsDatasets');
  const tenantOptions = (tenants ?? []).map((tenant) => tenantChoice(tenant, 'wlTenantId'));
  const datasetOptions = (datasets ?? []).map(({ dataset, label, about }) => ({ value: dataset, label, title: about }));
  const [chosen, setChosen] = useState<{ tenantId?: string; dataset?: string; since: 'all' | 'last' }>({
    since: 'all',
  });
  const order = {
    tenantId: chosen.tenantId ?? tenantOptions[0]?.value,
    dataset: chosen.dataset ?? datasetOptions[0]?.value,
    since: chosen.since,
  };
  return {
    order,
    tenantOptions,
    datasetOptions,
    choose: (next: Partial<typeof chosen>) => setChosen({ ...chosen, ...next }),
  };
}

/** Parquet files: a new one is ordered, and those of the last days are downloaded. */
export function FilesPart() {
  const t = useT();
  const client = useQueryClient();
  const [ordering, setOrdering] = useState(false);
  const { order, tenantOptions, datasetOptions, choose } = useOrder();
  const query = useCall('analyticsFileQuery', undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? pollMs : false),
  });
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['analyticsFileQuery'] });
  const columns = useFileColumns(datasetOptions, tenantOptions);

  async function make(): Promise<void> {
    const { tenantId, dataset, since } = order;
    if (tenantId === undefined || dataset === undefined) return;
    setOrdering(true);
    try {
      await call('analyticsFileOrder', { tenantId, dataset, since, clientKey: newKey() });
    } catch (error) {
      toast.failure(error, t('analytics.orderFailed'));
    } finally {
      setOrdering(false);
      await refresh();
    }
  }

  const actions: RowAction<AnalyticsFile>[] = [
    {
      key: 'download',
      label: t('table.export.download'),
      icon: <DownloadOutlined />,
      run: (row) => {
        if (row.state !== 'done') return toast.info(t('analytics.notReady'));
        saveExport({ exportId: row.exportId, done: row.rows }).catch((error: unknown) =>
          toast.failure(error, t('table.export.failed')),
        );
      },
    },
    {
      key: 'cancel',
      label: t('common.cancel'),
      icon: <StopOutlined />,
      run: (row) => {
        if (!isOpen(row)) return toast.info(t('analytics.ended'));
        void cancelExport(row).then(refresh);
      },
    },
  ];
  const rows = query.data ?? [];
  return (
    <div className="pt-list">
      <p className="pt-analytics-about">
        {t('analytics.filesAbout')} <code>{`${globalThis.location.origin}${filesPath}`}</code>
      </p>
      <ListTable<AnalyticsFile>
        query={query}
        rows={rows}
        total={rows.length}
        toolbar={
          <>
            {tenantOptions.length > 1 && (
              <Select
                size="small"
                aria-label={t('analytics.file.tenant')}
                className="pt-analytics-choice"
                options={tenantOptions}
                value={order.tenantId}
                onChange={(tenantId) => choose({ tenantId })}
                showSearch={{ filterOption: isFound }}
              />
            )}
            <Select
              size="small"
              aria-label={t('analytics.file.dataset')}
              className="pt-analytics-choice"
              options={datasetOptions}
              value={order.dataset}
              onChange={(dataset) => choose({ dataset })}
            />
            <Select
              size="small"
              aria-label={t('analytics.file.content')}
              className="pt-analytics-choice"
              options={[
                { value: 'all' as const, label: t('analytics.file.all') },
                { value: 'last' as const, label: t('analytics.file.last') },
              ]}
              value={order.since}
              onChange={(since) => choose({ since })}
            />
            <Button
              type="primary"
              size="small"
              icon={<FileAddOutlined />}
              loading={ordering}
              disabled={order.tenantId === undefined || order.dataset === undefined}
              onClick={() => void make()}
            >
              {t('analytics.order')}
            </Button>
          </>
        }
        table="analyticsFiles"
        label={t('analytics.tab.files')}
        columns={columns}
        rowKey={fileId}
        actions={actions}
        emptyText={t('analytics.noFiles')}
      />
    </div>
  );
}
