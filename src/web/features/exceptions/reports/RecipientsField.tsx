import { Form, Select } from 'antd';
import type { ReportRow } from '#contract/exceptions/report.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { isFound } from '#web/kit/search/use-names.ts';

type Props = { tenantId: string | undefined; kept: ReportRow['recipients'] };

/** Whom the report goes to; who has no address any more is named, so that somebody else can be chosen. */
export function RecipientsField({ tenantId, kept }: Props) {
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
