import { Checkbox, Form, Input, InputNumber, Radio, Select } from 'antd';
import type { SavedView } from '#contract/administration/preference.ts';
import type { ReportRow } from '#contract/exceptions/report.ts';
import { langs } from '#shared/i18n/text.ts';
import { missedReports, reportFormats, type ReportKindName, reportKinds } from '#shared/reference/report.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { useT } from '#web/i18n/index.ts';
import { isFound, type Named } from '#web/kit/search/use-names.ts';
import { hasDays, listOfKind } from './report-filters.ts';
import type { ReportTimes } from './report-times.ts';
import { TimesFields } from './TimesFields.tsx';
import { useCall } from '#web/base/use-call.ts';

/** Whom the report goes to; who has no address any more is named, so that somebody else can be chosen. */
function RecipientsField({ tenantId, kept }: { tenantId: string | undefined; kept: ReportRow['recipients'] }) {
  const t = useT();
  const { data = [] } = useCall('reportRecipients', { tenantId: tenantId ?? '' }, { enabled: tenantId !== undefined });
  const known = new Set(data.map(({ value }) => value));
  const options = [
    ...data.map(({ value, name, email }) => ({ value, label: name === email ? email : `${name} <${email}>` })),
    ...kept
      .filter(({ value }) => !known.has(value))
      .map(({ value, name }) => ({ value, label: t('reports.form.noAddress', { name }) })),
  ];
  return (
    <Form.Item
      name="recipients"
      label={t('reports.form.recipients')}
      extra={t('reports.form.recipientsHint')}
      rules={[{ required: true, message: t('reports.form.recipientsNeeded') }]}
    >
      <Select
        mode="multiple"
        placeholder={t('common.select')}
        options={options}
        showSearch={{ filterOption: isFound }}
      />
    </Form.Item>
  );
}

/** What the form holds. */
export type ReportValues = ReportTimes &
  Pick<ReportRow, 'tenantId' | 'reportName' | 'reportKind' | 'days' | 'zone' | 'missed' | 'language' | 'formats'> & {
    /** `all`, `transit`, `kept`, or the id of a saved view. */
    range: string;
    recipients: string[];
  };

type Props = {
  row: ReportRow | undefined;
  kind: ReportKindName;
  views: readonly SavedView[];
  tenants: readonly Named[];
  oneTenant: boolean;
};

/** Which rows: a part of the list, a saved view, or what the report has. */
function RangeField({ row, kind, views }: Pick<Props, 'row' | 'kind' | 'views'>) {
  const t = useT();
  if (listOfKind[kind] === undefined) return <Form.Item name="range" hidden noStyle />;
  const kept = row?.viewName ?? null;
  const options = [
    ...(kept === null || row?.reportKind !== kind
      ? []
      : [{ value: 'kept', label: t('reports.form.kept', { name: kept }) }]),
    ...(kind === 'shipments' ? [{ value: 'transit', label: t('reports.form.transit') }] : []),
    { value: 'all', label: t('reports.form.all') },
    ...views.map(({ viewId, viewName }) => ({ value: viewId, label: t('reports.form.view', { name: viewName }) })),
  ];
  return (
    <Form.Item name="range" label={t('reports.form.filters')} extra={t('reports.form.filtersHint')}>
      <Select options={options} showSearch={{ filterOption: isFound }} />
    </Form.Item>
  );
}

function ContentFields({ row, kind, views, tenants, oneTenant }: Props) {
  const t = useT();
  const form = Form.useFormInstance<ReportValues>();
  const chooseKind = (next: ReportKindName): void =>
    form.setFieldsValue({ range: next === 'shipments' ? 'transit' : 'all', days: next === 'punctuality' ? 90 : 7 });
  return (
    <>
      <Form.Item
        name="reportName"
        label={t('reports.form.name')}
        rules={[{ required: true, whitespace: true, message: t('reports.form.nameNeeded') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="tenantId"
        hidden={oneTenant}
        label={t('reports.form.tenant')}
        rules={[{ required: true, message: t('reports.form.tenantNeeded') }]}
      >
        <Select disabled={row !== undefined} options={[...tenants]} showSearch={{ filterOption: isFound }} />
      </Form.Item>
      <Form.Item name="reportKind" label={t('reports.form.kind')} extra={t(`reports.kindAbout.${kind}`)}>
        <Radio.Group
          optionType="button"
          options={reportKinds.map((value) => ({ value, label: t(`reports.kind.${value}`) }))}
          onChange={({ target }) => isOneOf(reportKinds, target.value) && chooseKind(target.value)}
        />
      </Form.Item>
      <RangeField row={row} kind={kind} views={views} />
      <Form.Item
        name="days"
        hidden={!hasDays(kind)}
        label={t(kind === 'arrivals' ? 'reports.form.ahead' : 'reports.form.back')}
        rules={[{ required: true, type: 'integer', min: 1, max: 366, message: t('reports.form.daysNeeded') }]}
      >
        <InputNumber min={1} max={366} precision={0} />
      </Form.Item>
    </>
  );
}

/** All fields of a report. */
export function ReportFields(props: Props) {
  const t = useT();
  const tenantId = Form.useWatch('tenantId', Form.useFormInstance<ReportValues>());
  return (
    <>
      <ContentFields {...props} />
      <TimesFields />
      <div className="pt-reports-pair">
        <Form.Item name="missed" label={t('reports.form.missed')}>
          <Select options={missedReports.map((value) => ({ value, label: t(`reports.form.missedOf.${value}`) }))} />
        </Form.Item>
        <Form.Item name="language" label={t('reports.form.language')}>
          <Select
            options={langs.map((value) => ({
              value,
              label: t(value === 'zh' ? 'reports.form.chinese' : 'reports.form.english'),
            }))}
          />
        </Form.Item>
      </div>
      <Form.Item
        name="formats"
        label={t('reports.form.formats')}
        rules={[{ required: true, message: t('reports.form.formatsNeeded') }]}
      >
        <Checkbox.Group options={reportFormats.map((value) => ({ value, label: value.toUpperCase() }))} />
      </Form.Item>
      <RecipientsField tenantId={tenantId} kept={props.row?.recipients ?? []} />
    </>
  );
}
