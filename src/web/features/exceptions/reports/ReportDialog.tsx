import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useEffect, useState } from 'react';
import type { ReportRow } from '#contract/exceptions/report.ts';
import { callFull } from '#web/base/client.ts';
import { ownZone } from '#web/base/zone.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { tenantChoice } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useSavedViews } from '#web/kit/views/use-views.ts';
import { filtersOf, listOfKind } from './report-filters.ts';
import { cronOf, firstTimes, timesOf } from './report-times.ts';
import { type ReportValues, ReportFields } from './ReportFields.tsx';

type Props = { open: boolean; row: ReportRow | undefined; mailReady: boolean; onClose: () => void };

/** Which rows a report has, as the form names it. */
const rangeOf = ({ viewName, filters }: ReportRow): string =>
  viewName !== null ? 'kept' : filters['tab'] === 'transit' ? 'transit' : 'all';

const valuesOf = (row: ReportRow): ReportValues => ({
  ...timesOf(row.cron),
  tenantId: row.tenantId,
  reportName: row.reportName,
  reportKind: row.reportKind,
  range: rangeOf(row),
  days: row.days,
  zone: row.zone,
  missed: row.missed,
  language: row.language,
  formats: row.formats,
  recipients: row.recipients.map(({ value }) => value),
});

/** What the form of a new report begins with. */
const newValues = (language: ReportValues['language']): Partial<ReportValues> => ({
  ...firstTimes,
  reportName: '',
  reportKind: 'shipments',
  range: 'transit',
  days: 7,
  zone: ownZone(),
  missed: 'latest',
  language,
  formats: ['xlsx', 'pdf'],
  recipients: [],
});

/** Asks what is sent, when and to whom; adds a scheduled report or changes one. */
export function ReportDialog({ open, row, mailReady, onClose }: Props) {
  const t = useT();
  const lang = useLang();
  const client = useQueryClient();
  const { data: tenants } = useCall('tenants');
  const options = (tenants ?? []).map((tenant) => tenantChoice(tenant, 'wlTenantId'));
  const only = options.length === 1 ? options[0]?.value : undefined;
  const [form] = Form.useForm<ReportValues>();
  const [dirty, setDirty] = useState(false);
  const kind = Form.useWatch('reportKind', form) ?? row?.reportKind ?? 'shipments';
  const list = listOfKind[kind];
  const { views } = useSavedViews(list?.route ?? '/trace-index', 'view');
  useEffect(() => {
    if (open && row !== undefined) form.setFieldsValue(valuesOf(row));
    if (open && row === undefined && only !== undefined) form.setFieldValue('tenantId', only);
    if (!open) setDirty(false);
  }, [open, row, only, form]);

  /** Filters of the chosen rows, and the name of the view that they come from. */
  function chosenRows(range: string, zone: string): Pick<ReportRow, 'filters' | 'viewName'> {
    if (range === 'kept' && row !== undefined) return { filters: row.filters, viewName: row.viewName };
    const view = views.find(({ viewId }) => viewId === range);
    if (view !== undefined && list !== undefined)
      return { filters: filtersOf(list, view.content.search ?? {}, zone), viewName: view.viewName };
    return { filters: range === 'transit' && kind === 'shipments' ? { tab: 'transit' } : {}, viewName: null };
  }

  async function save(): Promise<void> {
    const { range, rhythm, time, weekdays, monthDay, cron, ...values } = await form.validateFields();
    const expression = cronOf({ ...firstTimes, rhythm, time, weekdays, monthDay, cron }) ?? '';
    try {
      const { msg } = await callFull('reportSave', {
        ...values,
        ...(row === undefined ? {} : { reportId: row.reportId, recordVersion: row.recordVersion }),
        ...chosenRows(range, values.zone),
        cron: expression,
      });
      toast.success(msg);
      onClose();
      await client.invalidateQueries({ queryKey: ['reportQuery'] });
    } catch (error) {
      toast.failure(error, t('reports.form.saveFailed'));
      throw error;
    }
  }

  return (
    <AppDialog
      title={t(row === undefined ? 'reports.form.newTitle' : 'reports.form.editTitle')}
      open={open}
      width={720}
      dirty={dirty}
      okText={t(row === undefined ? 'reports.form.add' : 'reports.form.save')}
      onOk={save}
      onCancel={onClose}
    >
      {!mailReady && <Alert className="pt-reports-note" type="warning" showIcon title={t('reports.noMail')} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark
        clearOnDestroy
        initialValues={newValues(lang)}
        onValuesChange={() => setDirty(true)}
      >
        <ReportFields row={row} kind={kind} views={views} tenants={options} oneTenant={only !== undefined} />
      </Form>
    </AppDialog>
  );
}
