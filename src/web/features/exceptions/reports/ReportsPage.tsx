import {
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  PlusOutlined,
  SendOutlined,
} from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { ReportRow } from '#contract/exceptions/report.ts';
import { reportKeptDays } from '#shared/reference/report.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ListTable } from '#web/kit/list/ListTable.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { useReportColumns } from './report-columns.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { RunsDrawer } from './RunsDrawer.tsx';
import { useReportActs } from './use-report-acts.ts';
import './reports.css';

const route = '/reports';
const pollMs = 2_000;
const idOf = (row: ReportRow): string => row.reportId;

/** Reports that are made and mailed by a schedule. */
export function ReportsPage() {
  const t = useT();
  const columns = useReportColumns();
  const acts = useReportActs();
  const { search, setSearch } = usePageSearch(route);
  const [editing, setEditing] = useState<{ row: ReportRow | undefined }>();
  const query = useCall(
    'reportQuery',
    {},
    {
      keep: true,
      refetchInterval: ({ state }) =>
        state.data?.reports.some(({ lastState }) => lastState === 'running') === true ? pollMs : false,
    },
  );
  const { reports = [], mailReady = true } = query.data ?? {};
  const shown = reports.find(({ reportId }) => reportId === search['reportId']);
  const show = (row: ReportRow | undefined): void =>
    setSearch({ ...search, reportId: row?.reportId }, { push: row !== undefined });
  // What belongs to somebody else is shown, and not changed.
  const own =
    (act: (row: ReportRow) => void) =>
    (row: ReportRow): void =>
      row.own ? act(row) : show(row);
  const actions: RowAction<ReportRow>[] = [
    viewAction(t('reports.runs'), show),
    { key: 'edit', label: t('reports.edit'), icon: <EditOutlined />, run: own((row) => setEditing({ row })) },
    { key: 'send', label: t('reports.send'), icon: <SendOutlined />, run: own((row) => void acts.send(row)) },
    {
      key: 'pause',
      label: t('reports.pause'),
      icon: <PauseCircleOutlined />,
      run: (row) => void acts.switchOn(row, false),
    },
    {
      key: 'resume',
      label: t('reports.resume'),
      icon: <PlayCircleOutlined />,
      run: (row) => void acts.switchOn(row, true),
    },
    { key: 'delete', label: t('common.delete'), icon: <DeleteOutlined />, run: (row) => void acts.remove(row) },
  ];
  return (
    <div className="pt-list">
      <p className="pt-reports-about">{t('reports.about', { days: reportKeptDays })}</p>
      {!mailReady && <Alert type="warning" showIcon title={t('reports.noMail')} />}
      <ListTable<ReportRow>
        query={query}
        rows={reports}
        total={reports.length}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setEditing({ row: undefined })}>
            {t('reports.new')}
          </Button>
        }
        table="reports"
        label={t('reports.label')}
        columns={columns}
        rowKey={idOf}
        actions={actions}
        onOpen={show}
        emptyText={t('reports.empty')}
      />
      <ReportDialog
        open={editing !== undefined}
        row={editing?.row}
        mailReady={mailReady}
        onClose={() => setEditing(undefined)}
      />
      <RunsDrawer row={shown} onClose={() => show(undefined)} onSend={(row) => void acts.send(row)} />
    </div>
  );
}
