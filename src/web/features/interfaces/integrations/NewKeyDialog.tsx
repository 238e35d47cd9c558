import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { apiKeyScopes, type ApiKeyScope } from '#shared/reference/api-key-scopes.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { isFound, type Named, tenantChoice } from '#web/kit/search/use-names.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';

const forAssistants: ReadonlySet<ApiKeyScope> = new Set(['read', 'act']);

/** A key that was just made, and what it is called. */
export type MadeKey = { name: string; key: string; isForAssistants: boolean };

/** Days until a key ends by itself; 0: never. */
const expiries = [0, 30, 90, 180, 365] as const;

type FieldsProps = {
  tenants: Named[];
  /** The tenant where there is only one, which needs no choice. */
  only: string | undefined;
  isForAssistants: boolean;
};

function KeyFields({ tenants, only, isForAssistants }: FieldsProps) {
  const t = useT();
  return (
    <>
      <Form.Item
        name="tenantId"
        hidden={only !== undefined}
        label={t('apiKeys.column.tenantName')}
        rules={[{ required: true, message: t('apiKeys.tenantRequired') }]}
      >
        <Select placeholder={t('common.select')} options={tenants} showSearch={{ filterOption: isFound }} />
      </Form.Item>
      <Form.Item
        name="name"
        label={t('apiKeys.column.name')}
        extra={t('apiKeys.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('apiKeys.nameRequired') }]}
      >
        <Input maxLength={100} autoComplete="off" placeholder={t('apiKeys.nameExample')} />
      </Form.Item>
      <Form.Item
        className="pt-key-scopes"
        name="scopes"
        label={t('apiKeys.scopesLabel')}
        initialValue={['events']}
        extra={isForAssistants ? t('apiKeys.inYourName') : undefined}
        // A required item would give its group an attribute that a group must not have.
        rules={[{ type: 'array', min: 1, message: t('apiKeys.scopesRequired') }]}
      >
        <Checkbox.Group options={apiKeyScopes.map((scope) => ({ value: scope, label: t(`apiKeys.scope.${scope}`) }))} />
      </Form.Item>
      <Form.Item name="expireDays" label={t('apiKeys.expires')} initialValue={0}>
        <Select
          options={expiries.map((days) => ({
            value: days,
            label: days === 0 ? t('apiKeys.expireNever') : t('apiKeys.expireAfter', { days }),
          }))}
        />
      </Form.Item>
    </>
  );
}

/** Asks for the name of a new key, and for the tenant where there are several; makes it. */
export function NewKeyDialog(props: { open: boolean; onClose: () => void; onMade: (made: MadeKey) => void }) {
  const { open, onClose, onMade } = props;
  const t = useT();
  const client = useQueryClient();
  const { data: tenants } = useCall('tenants');
  const options = (tenants ?? []).map((tenant) => tenantChoice(tenant, 'wlTenantId'));
  const [form] = Form.useForm<{ tenantId: string; name: string; scopes: ApiKeyScope[]; expireDays: number }>();
  const scopes = Form.useWatch('scopes', form);
  const isForAssistants = scopes?.some((scope) => forAssistants.has(scope)) === true;
  const [dirty, setDirty] = useState(false);
  const only = options.length === 1 ? options[0]?.value : undefined;
  useEffect(() => {
    if (open && only !== undefined) form.setFieldValue('tenantId', only);
    if (!open) setDirty(false);
  }, [open, only, form]);

  async function make(): Promise<void> {
    const { tenantId, name, scopes: chosen, expireDays } = await form.validateFields();
    try {
      const { data } = await callFull('apiKeyInsert', {
        tenantId,
        name: name.trim(),
        scopes: chosen,
        ...(expireDays > 0 && { expireDays }),
      });
      await client.invalidateQueries({ queryKey: ['apiKeyQuery'] });
      onMade({
        name: name.trim(),
        key: data.key,
        isForAssistants: chosen.some((scope) => forAssistants.has(scope)),
      });
    } catch (error) {
      toast.failure(error, t('apiKeys.makeFailed'));
      throw error;
    }
  }

  return (
    <AppDialog
      title={t('apiKeys.newTitle')}
      open={open}
      width={520}
      dirty={dirty}
      okText={t('apiKeys.make')}
      onOk={make}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark clearOnDestroy onValuesChange={() => setDirty(true)}>
        <KeyFields tenants={options} only={only} isForAssistants={isForAssistants} />
      </Form>
    </AppDialog>
  );
}
