import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { isOneOf } from '#shared/values/objects.ts';
import { type WebhookKind, webhookKinds } from '#shared/reference/webhooks.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { isFound, tenantChoice } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import type { WebhookRow } from './use-webhook-acts.ts';

type Values = {
  tenantId: string;
  callbackUrl: string;
  eventType: WebhookKind[];
  transportDocumentReference: string;
  equipmentReference: string;
  UNLocationCode: string;
};
const texts = ['transportDocumentReference', 'equipmentReference', 'UNLocationCode'] as const;
const own: readonly string[] = ['eventType', ...texts];

function valuesOf(row: WebhookRow): Partial<Values> {
  const { eventType = [], ...others } = row.filters;
  return {
    callbackUrl: row.callbackUrl,
    eventType: [eventType].flat().filter((kind) => isOneOf(webhookKinds, kind)),
    ...Object.fromEntries(texts.map((name) => [name, [others[name] ?? ''].flat().join(',')])),
  };
}

/** Which events are sent; `programs` names the filters that only a program can set. */
function FilterFields({ programs }: { programs: readonly string[] }) {
  const t = useT();
  return (
    <>
      <Form.Item
        className="pt-key-scopes"
        name="eventType"
        label={t('integrations.webhook.kinds')}
        initialValue={[]}
        extra={t('integrations.webhook.kindsHint')}
      >
        <Checkbox.Group
          options={webhookKinds.map((kind) => ({ value: kind, label: t(`integrations.webhook.kind.${kind}`) }))}
        />
      </Form.Item>
      <Form.Item name="transportDocumentReference" label={t('integrations.webhook.bill')} initialValue="">
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="equipmentReference" label={t('integrations.webhook.box')} initialValue="">
        <Input maxLength={15} autoComplete="off" />
      </Form.Item>
      <Form.Item name="UNLocationCode" label={t('integrations.webhook.place')} initialValue="">
        <Input maxLength={5} autoComplete="off" placeholder="NLRTM" />
      </Form.Item>
      {programs.length > 0 && (
        <p className="pt-muted">{t('integrations.webhook.programFilters', { names: programs.join(', ') })}</p>
      )}
    </>
  );
}

type Props = {
  open: boolean;
  /** The webhook that is changed; undefined: a new one. */
  row: WebhookRow | undefined;
  onClose: () => void;
  /** Saved; with the secret of a new one. */
  onMade: (secret: string | undefined) => void;
};

/** Asks where events are sent and which; adds a webhook or changes one. */
export function WebhookDialog({ open, row, onClose, onMade }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { data: tenants } = useCall('tenants');
  const options = (tenants ?? []).map((tenant) => tenantChoice(tenant, 'wlTenantId'));
  const only = options.length === 1 ? options[0]?.value : undefined;
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const programs = Object.keys(row?.filters ?? {}).filter((name) => !own.includes(name));
  useEffect(() => {
    if (open && row === undefined && only !== undefined) form.setFieldValue('tenantId', only);
    if (open && row !== undefined) form.setFieldsValue(valuesOf(row));
    if (!open) setDirty(false);
  }, [open, row, only, form]);

  async function save(): Promise<void> {
    const { tenantId, callbackUrl, ...filters } = await form.validateFields();
    try {
      if (row === undefined) {
        const { data } = await callFull('webhookInsert', { tenantId, callbackUrl, filters });
        onMade(data.secret);
      } else {
        const { msg } = await callFull('webhookUpdate', { webhookId: row.webhookId, callbackUrl, filters });
        toast.success(msg);
        onMade(undefined);
      }
      await client.invalidateQueries({ queryKey: ['webhookQuery'] });
    } catch (error) {
      toast.failure(
        error,
        t(row === undefined ? 'integrations.webhook.makeFailed' : 'integrations.webhook.saveFailed'),
      );
      throw error;
    }
  }

  return (
    <AppDialog
      title={t(row === undefined ? 'integrations.webhook.newTitle' : 'integrations.webhook.editTitle')}
      open={open}
      width={560}
      dirty={dirty}
      okText={t(row === undefined ? 'integrations.webhook.make' : 'integrations.webhook.save')}
      onOk={save}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark clearOnDestroy onValuesChange={() => setDirty(true)}>
        {row === undefined && (
          <Form.Item
            name="tenantId"
            hidden={only !== undefined}
            label={t('integrations.tenant')}
            rules={[{ required: true, message: t('apiKeys.tenantRequired') }]}
          >
            <Select placeholder={t('common.select')} options={options} showSearch={{ filterOption: isFound }} />
          </Form.Item>
        )}
        <Form.Item
          name="callbackUrl"
          label={t('integrations.webhook.address')}
          extra={t('integrations.webhook.addressHint')}
          rules={[{ required: true, whitespace: true, message: t('integrations.webhook.addressNeeded') }]}
        >
          <Input maxLength={2000} autoComplete="off" placeholder="https://" inputMode="url" />
        </Form.Item>
        <FilterFields programs={programs} />
      </Form>
    </AppDialog>
  );
}
