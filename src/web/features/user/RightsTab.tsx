import { Select, Switch } from 'antd';
import { useId } from 'react';
import { user } from '#entities/user.ts';
import { call } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { useT } from '#web/i18n/index.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { MenuTree } from './MenuTree.tsx';
import type { Rights, RightsDraft } from './rights.ts';

type Props = {
  /** The user whose rights are kept already; absent for a new one. */
  row: Row | undefined;
  draft: RightsDraft;
  /** `kept` is what the change was made on. */
  onChange: (draft: RightsDraft, kept: Rights | undefined) => void;
};

/** Which pages a user may open, and whose data they see. */
export function RightsTab({ row, draft, onChange: onDraft }: Props) {
  const t = useT();
  const formId = useId();
  const id = row === undefined ? '' : idOf(user, row);
  const kept = useCall('userGet', { wlUserId: id }, { enabled: row !== undefined, staleTime: 0 });
  const onChange = (next: RightsDraft): void => onDraft(next, kept.data);
  const users = useCall('users', { currentPage: 1, pageSize: 1000 });
  const tenants = useCall('tenants');
  const copyFrom = async (wlUserId: string): Promise<void> => {
    try {
      onChange({ ...draft, menus: (await call('userGet', { wlUserId })).menus });
    } catch (error) {
      toast.failure(error, t('common.loadFailed'));
    }
  };
  if (row !== undefined && kept.isError)
    return <ErrorState message={kept.error.message} onRetry={() => void kept.refetch()} />;
  if (row !== undefined && kept.isPending) return <LoadingState />;
  const all = (draft.allTenants ?? kept.data?.allTenants ?? 0) === 1;
  return (
    <>
      <div className="pt-menu-tools">
        <label htmlFor={`${formId}-all`}>{t('entity.user.allTenants')}</label>
        <Switch id={`${formId}-all`} checked={all} onChange={(on) => onChange({ ...draft, allTenants: on ? 1 : 0 })} />
        <Select<string[]>
          className="pt-menu-tenants"
          mode="multiple"
          disabled={all}
          aria-label={t('entity.user.moreTenants')}
          placeholder={t('entity.user.moreTenants')}
          value={draft.tenantIds ?? kept.data?.tenantIds ?? []}
          options={(tenants.data ?? [])
            .filter(({ wlTenantId }) => wlTenantId !== row?.['tenantId'])
            .map(({ wlTenantId, tenantName }) => ({ value: wlTenantId, label: tenantName }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(tenantIds) => onChange({ ...draft, tenantIds })}
        />
      </div>
      {row?.['userType'] === 'admin' ? (
        <ul className="pt-admin-means">
          <li>{t('entity.user.allMenus')}</li>
          <li>{t(all ? 'entity.user.adminOfAll' : 'entity.user.adminOfTenants')}</li>
          <li>{t('entity.user.adminShared')}</li>
        </ul>
      ) : (
        <MenuTree
          chosen={draft.menus ?? kept.data?.menus ?? []}
          onChange={(menus) => onChange({ ...draft, menus })}
          users={(users.data?.wlUsers ?? [])
            .filter(({ wlUserId }) => wlUserId !== id)
            .map(({ wlUserId, userCode, userNameCn }) => ({ value: wlUserId, label: `${userCode} ${userNameCn}` }))}
          onCopyFrom={(wlUserId) => void copyFrom(wlUserId)}
        />
      )}
    </>
  );
}
