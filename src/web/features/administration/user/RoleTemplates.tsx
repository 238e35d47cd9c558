import { DeleteOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { RoleTemplate } from '#contract/administration/user.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';

type Props = {
  /** Menu codes chosen now. */
  chosen: readonly string[];
  onChange: (codes: string[]) => void;
};

const sameCodes = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code));

/** Names the chosen pages, so that the next user can be given them at once. */
function SaveForm(props: { busy: boolean; onSave: (name: string) => void; onCancel: () => void }) {
  const { busy, onSave, onCancel } = props;
  const t = useT();
  const [name, setName] = useState('');
  return (
    <form
      className="pt-role-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name);
      }}
      onKeyDown={(event) => {
        // It ends the naming, not the dialog around it.
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <Input
        autoFocus
        maxLength={100}
        aria-label={t('entity.user.roleName')}
        placeholder={t('entity.user.roleName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
        {t('common.save')}
      </Button>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
    </form>
  );
}

type Saved = Partial<Pick<RoleTemplate, 'roleId' | 'recordVersion'>> & { roleName: string };

/** Saves and removes templates; one act at a time, and what fails is shown. */
function useRoleActs({ onSaved, onRemoved }: { onSaved: (roleId: string) => void; onRemoved: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<string>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      toast.success(await work());
      await client.invalidateQueries({ queryKey: ['roleTemplates'] });
    } catch (error) {
      toast.failure(error, t('entity.user.roleFailed'));
    } finally {
      setBusy(false);
    }
  };
  const save = (role: Saved, menus: readonly string[]): Promise<void> =>
    run(async () => {
      const { data, msg } = await callFull('roleTemplateSave', { ...role, menus: [...menus] });
      onSaved(data.roleId);
      return msg;
    });
  const remove = async (role: RoleTemplate): Promise<void> => {
    const agreed = await confirm({
      title: t('entity.user.roleRemoveTitle', { name: role.roleName }),
      content: t('entity.user.roleRemoveContent'),
      okText: t('common.delete'),
      danger: true,
    });
    if (agreed)
      await run(async () => {
        const { msg } = await callFull('roleTemplateDelete', { roleId: role.roleId });
        onRemoved();
        return msg;
      });
  };
  return { busy, save, remove };
}

/** Role templates: of the product and of the tenant; the chosen pages can be kept as one. */
export function RoleTemplates({ chosen, onChange }: Props) {
  const t = useT();
  const query = useCall('roleTemplates', undefined, { staleTime: 0 });
  const [picked, setPicked] = useState<string>();
  const [naming, setNaming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    if (wasNaming.current && !naming) opener.current?.focus();
    wasNaming.current = naming;
  }, [naming]);
  const roles = query.data ?? [];
  const current = roles.find((role) => role.roleId === picked);
  const own = current?.shipped === false ? current : undefined;
  const { busy, save, remove } = useRoleActs({
    onSaved: (roleId) => {
      setPicked(roleId);
      setNaming(false);
    },
    onRemoved: () => {
      setPicked(undefined);
      opener.current?.focus();
    },
  });
  const optionsOf = (shipped: boolean) =>
    roles
      .filter((role) => role.shipped === shipped)
      .map((role) => ({ value: role.roleId, label: `${role.roleName} (${role.menus.length})` }));

  return (
    <>
      <Select<string>
        aria-label={t('entity.user.roles')}
        placeholder={t('entity.user.rolePlaceholder')}
        value={picked ?? null}
        loading={query.isPending}
        options={[
          { label: t('entity.user.rolesShipped'), options: optionsOf(true) },
          { label: t('entity.user.rolesOwn'), options: optionsOf(false) },
        ].filter((group) => group.options.length > 0)}
        // Chosen once more, a template gives its pages again.
        onSelect={(roleId: string) => {
          setPicked(roleId);
          onChange([...(roles.find((role) => role.roleId === roleId)?.menus ?? [])]);
        }}
      />
      {own !== undefined && !sameCodes(own.menus, chosen) && (
        <Button
          loading={busy}
          onClick={() =>
            void save({ roleId: own.roleId, roleName: own.roleName, recordVersion: own.recordVersion }, chosen)
          }
        >
          {t('entity.user.roleUpdate', { name: own.roleName })}
        </Button>
      )}
      {own !== undefined && (
        <Button
          danger
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('entity.user.roleRemove', { name: own.roleName })}
          onClick={() => void remove(own)}
        />
      )}
      {naming ? (
        <SaveForm
          busy={busy}
          onSave={(roleName) => void save({ roleName }, chosen)}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <Button ref={opener} disabled={chosen.length === 0} onClick={() => setNaming(true)}>
          {t('entity.user.roleSaveAs')}
        </Button>
      )}
    </>
  );
}
