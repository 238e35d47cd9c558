import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { isFound, tenantChoice } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';

type Props = { open: boolean; onClose: () => void; onMade: (made: CallData<'analyticsRoleInsert'>) => void };

/** Asks for which tenant and for whom an account is, and makes it. */
export function NewAccountDialog({ open, onClose, onMade }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { data: tenants } = useCall('tenants');
  const options = (tenants ?? []).map((tenant) => tenantChoice(tenant, 'wlTenantId'));
  const [form] = Form.useForm<{ tenantId: string; name: string }>();
  const [dirty, setDirty] = useState(false);
  const only = options.length === 1 ? options[0]?.value : undefined;
  useEffect(() => {
    if (open && only !== undefined) form.setFieldValue('tenantId', only);
    if (!open) setDirty(false);
  }, [open, only, form]);

  async function make(): Promise<void> {
    const { tenantId, name } = await form.validateFields();
    try {
      const { data } = await callFull('analyticsRoleInsert', { tenantId, name: name.trim() });
      await client.invalidateQueries({ queryKey: ['analyticsRoleQuery'] });
      onMade(data);
    } catch (error) {
      toast.failure(error, t('analytics.makeFailed'));
      throw error;
    }
  }

  return (
    <AppDialog
      title={t('analytics.newTitle')}
      open={open}
      width={520}
      dirty={dirty}
      okText={t('analytics.make')}
      onOk={make}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark clearOnDestroy onValuesChange={() => setDirty(true)}>
        <Form.Item
          name="tenantId"
          hidden={only !== undefined}
          label={t('analytics.column.tenantName')}
          rules={[{ required: true, message: t('analytics.tenantRequired') }]}
        >
          <Select placeholder={t('common.select')} options={options} showSearch={{ filterOption: isFound }} />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('analytics.column.name')}
          extra={t('analytics.nameHint')}
          rules={[{ required: true, whitespace: true, message: t('analytics.nameRequired') }]}
        >
          <Input maxLength={100} autoComplete="off" placeholder={t('analytics.nameExample')} />
        </Form.Item>
      </Form>
    </AppDialog>
  );
}
