import { Select, Switch } from 'antd';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { user } from '#entities/user.ts';
import { call } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { isFound, tenantChoice } from '#web/kit/search/use-names.ts';
import { useT } from '#web/i18n/index.ts';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { type DraftHandle, useDraft } from '#web/kit/draft/use-draft.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { MenuTree } from './MenuTree.tsx';
import { mergedRights, noRights, type Rights, rightsChanges } from './rights.ts';

/** The rights of one user while they are edited. */
export type RightsHandle = DraftHandle<Rights, Rights>;

type Props = {
  /** The user whose rights are kept already; absent for a new one. */
  row: Row | undefined;
  /** Called with the draft at first and after each change. */
  onEdit: (draft: RightsHandle) => void;
};

const copyOf = ({ menus, tenantIds, allTenants }: Rights): Rights => ({ menus, tenantIds, allTenants });
const same = (one: Rights, other: Rights): boolean => Object.keys(rightsChanges(one, other)).length === 0;

/** Edits rights: `kept` are those that the server has. */
export function RightsEditor({ row, kept, onEdit }: Props & { kept: Rights }) {
  const t = useT();
  const formId = useId();
  const id = row === undefined ? '' : idOf(user, row);
  const draft = useDraft<Rights, Rights>({
    base: kept,
    begin: copyOf,
    name: `user-rights/${row === undefined ? 'new' : id}`,
    same,
  });
  const { base, mine, theirs } = draft;
  // Somebody else saved the user meanwhile: what they did to the rights stays, and so does what was done here.
  const settle = useEffectEvent(() => theirs !== undefined && draft.settle(mergedRights(base, mine, theirs)));
  useEffect(() => void settle(), [theirs]);
  const notify = useEffectEvent(() => onEdit(draft));
  const waits = draft.earlier !== undefined;
  useEffect(() => notify(), [base, mine, waits]);

  const change = (part: Partial<Rights>): void => draft.set((latest) => ({ ...latest, ...part }));
  const users = useCall('users', { currentPage: 1, pageSize: 1000 });
  const tenants = useCall('tenants');
  const requested = useRef(0);
  const copyFrom = async (wlUserId: string): Promise<void> => {
    const number = (requested.current += 1);
    try {
      const { menus } = await call('userGet', { wlUserId });
      // The user who was chosen last counts, not the one whose rights come last.
      if (number === requested.current) change({ menus });
    } catch (error) {
      toast.failure(error, t('common.loadFailed'));
    }
  };
  const all = mine.allTenants === 1;
  const others = (tenants.data ?? []).filter(({ wlTenantId }) => wlTenantId !== row?.['tenantId']);
  return (
    <DraftFrame draft={draft}>
      <div className="pt-menu-tools">
        <label htmlFor={`${formId}-all`}>{t('entity.user.allTenants')}</label>
        <Switch id={`${formId}-all`} checked={all} onChange={(on) => change({ allTenants: on ? 1 : 0 })} />
        {(others.length > 0 || mine.tenantIds.length > 0) && (
          <Select<string[]>
            className="pt-menu-tenants"
            mode="multiple"
            disabled={all}
            aria-label={t('entity.user.moreTenants')}
            placeholder={t('entity.user.moreTenants')}
            value={mine.tenantIds}
            options={others.map((tenant) => tenantChoice(tenant, 'wlTenantId'))}
            showSearch={{ filterOption: isFound }}
            onChange={(tenantIds) => change({ tenantIds })}
          />
        )}
      </div>
      {row?.['userType'] === 'admin' ? (
        <ul className="pt-admin-means">
          <li>{t('entity.user.allMenus')}</li>
          <li>{t(all ? 'entity.user.adminOfAll' : 'entity.user.adminOfTenants')}</li>
          <li>{t('entity.user.adminShared')}</li>
        </ul>
      ) : (
        <MenuTree
          chosen={mine.menus}
          onChange={(menus) => change({ menus })}
          users={(users.data?.wlUsers ?? [])
            .filter(({ wlUserId }) => wlUserId !== id)
            .map(({ wlUserId, userCode, userNameCn }) => ({ value: wlUserId, label: `${userCode} ${userNameCn}` }))}
          onCopyFrom={(wlUserId) => void copyFrom(wlUserId)}
        />
      )}
    </DraftFrame>
  );
}

/** Which pages a user may open, and whose data they see; what is entered outlives a closed window. */
export function RightsTab({ row, onEdit }: Props) {
  const id = row === undefined ? '' : idOf(user, row);
  const kept = useCall('userGet', { wlUserId: id }, { enabled: row !== undefined, staleTime: 0, keep: true });
  if (row === undefined) return <RightsEditor row={row} kept={noRights} onEdit={onEdit} />;
  // What is entered stays on screen when reading again fails.
  if (kept.data !== undefined) return <RightsEditor row={row} kept={kept.data} onEdit={onEdit} />;
  if (kept.isError) return <ErrorState message={kept.error.message} onRetry={() => void kept.refetch()} />;
  return <LoadingState />;
}
