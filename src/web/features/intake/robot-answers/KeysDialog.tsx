import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useSession } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Key = CallData<'rpaKeyQuery'>[number];

function useKeyActs(): {
  make: (values: { name: string; tenantId?: string }) => Promise<string | undefined>;
  revoke: (key: Key) => Promise<void>;
} {
  const t = useT();
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['rpaKeyQuery'] });
  return {
    make: async ({ name, tenantId }) => {
      try {
        const { data } = await callFull('rpaKeyInsert', { name, ...(tenantId ? { tenantId } : {}) });
        await refresh();
        return data.key;
      } catch (error) {
        toast.failure(error, t('robotAnswers.keys.failed'));
        return undefined;
      }
    },
    revoke: async (key) => {
      const agreed = await confirm({
        title: t('robotAnswers.keys.revokeTitle', { name: key.name }),
        content: t('robotAnswers.keys.revokeContent'),
        okText: t('robotAnswers.keys.revoke'),
        danger: true,
      });
      if (!agreed) return;
      try {
        toast.success((await callFull('rpaKeyRevoke', { keyId: key.keyId })).msg);
      } catch (error) {
        toast.failure(error, t('robotAnswers.keys.failed'));
      }
      await refresh();
    },
  };
}

function KeyTable({ keys, onRevoke }: { keys: readonly Key[]; onRevoke: (key: Key) => void }) {
  const t = useT();
  if (keys.length === 0) return <p className="pt-muted">{t('robotAnswers.keys.none')}</p>;
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['name', 'owner', 'prefix', 'lastUsed', 'state'] as const).map((title) => (
            <th key={title}>{t(`robotAnswers.keys.${title}`)}</th>
          ))}
          <th>
            <span className="pt-sr-only">{t('table.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.keyId}>
            <td>{key.name}</td>
            <td>{key.tenantName ?? t('robotAnswers.keys.platform')}</td>
            <td className="pt-mono">{key.prefix}</td>
            <td>{key.lastUsedTime === null ? '—' : <TimeText instant={key.lastUsedTime} />}</td>
            <td>
              <StatusTag tone={key.revokedTime === null ? 'ok' : 'neutral'}>
                {t(key.revokedTime === null ? 'robotAnswers.keys.inUse' : 'robotAnswers.keys.ended')}
              </StatusTag>
            </td>
            <td>
              {key.revokedTime === null && (
                <Button size="small" onClick={() => onRevoke(key)}>
                  {t('robotAnswers.keys.revoke')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Keys by which robots bring what they saw: who has one, since when, and a new one shown this once. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const query = useCall('rpaKeyQuery', undefined, { enabled: open });
  const { data: tenants } = useCall('tenants', undefined, { enabled: open });
  const isOfPlatform = useSession(({ user }) => user?.writesShared !== false);
  // A user with one tenant is not requested it.
  const only = isOfPlatform || tenants?.length !== 1 ? undefined : tenants[0]?.wlTenantId;
  const { make, revoke } = useKeyActs();
  const [made, setMade] = useState<string>();
  const [form] = Form.useForm<{ name: string; tenantId?: string }>();
  const add = useOnce(async (): Promise<void> => {
    const key = await make({ ...(await form.validateFields()), ...(only !== undefined && { tenantId: only }) });
    if (key === undefined) return;
    setMade(key);
    form.resetFields();
  });
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  return (
    <AppDialog
      title={t('robotAnswers.keys.title')}
      open={open}
      width={860}
      footer={null}
      closeOnEscape={made === undefined}
      onCancel={close}
    >
      <p className="pt-muted">{t('robotAnswers.keys.about')}</p>
      <Form form={form} layout="inline" onFinish={() => add.run()} className="pt-robot-key-form">
        <Form.Item
          name="name"
          label={t('robotAnswers.keys.name')}
          rules={[{ required: true, whitespace: true, message: t('robotAnswers.keys.nameRequired') }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item name="tenantId" hidden={only !== undefined} label={t('robotAnswers.keys.owner')}>
          <Select
            allowClear
            style={{ width: 200 }}
            placeholder={t('robotAnswers.keys.platform')}
            options={(tenants ?? []).map((tenant) => ({ value: tenant.wlTenantId, label: tenant.tenantName }))}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={add.busy}>
          {t('robotAnswers.keys.make')}
        </Button>
      </Form>
      {made !== undefined && (
        <p className="pt-robot-key" role="status">
          <code>{made}</code>
          <CopyButton text={made} /> {t('robotAnswers.keys.once')}
        </p>
      )}
      <Loaded query={query}>{(keys) => <KeyTable keys={keys} onRevoke={(key) => void revoke(key)} />}</Loaded>
    </AppDialog>
  );
}
