import { DesktopOutlined, HistoryOutlined, KeyOutlined, SafetyOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { user } from '#entities/user.ts';
import { call, callFull } from '#web/base/client.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { type Translate, useT } from '#web/i18n/index.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import type { Opening } from '#web/entity/list-props.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { makePassword } from './password.ts';
import { type MadePassword, PasswordOnce } from './PasswordOnce.tsx';
import { type RightsChanges, rightsChanges } from './rights.ts';
import { type RightsHandle, RightsTab } from './RightsTab.tsx';
import { SessionsDrawer } from './SessionsDrawer.tsx';

const firstColumns = ['userCode', 'userNameCn', 'userType', 'email'];

/** Gives a user a new password, once the administrator has agreed; undefined when that did not happen. */
async function resetPassword(row: Row, t: Translate): Promise<MadePassword | undefined> {
  const userCode = String(row['userCode']);
  const agreed = await confirm({
    title: t('entity.user.resetTitle', { user: userCode }),
    content: t('entity.user.resetContent'),
    okText: t('entity.user.resetPassword'),
    danger: true,
  });
  if (!agreed) return undefined;
  const password = makePassword();
  try {
    await call('userResetPassword', { userCode, password });
    return { userCode, password };
  } catch (error) {
    toast.failure(error, t('entity.user.resetFailed'));
    return undefined;
  }
}

/** Takes two-step verification of a user away, once the administrator has agreed. */
async function resetFactor(row: Row, t: Translate): Promise<void> {
  const agreed = await confirm({
    title: t('entity.user.resetFactorTitle', { user: String(row['userCode']) }),
    content: t('entity.user.resetFactorContent'),
    danger: true,
  });
  if (!agreed) return;
  try {
    toast.success((await callFull('userResetSecondFactor', { wlUserId: idOf(user, row) })).msg);
  } catch (error) {
    toast.failure(error, t('entity.user.resetFactorFailed'));
  }
}

/** Users: their data, menu permissions and passwords. */
export function UserPage() {
  const t = useT();
  const go = useGo();
  const [edited, setEdited] = useState<{ opening: number; changes: RightsChanges; waits: boolean }>();
  const handle = useRef<{ opening: number; draft: RightsHandle }>(undefined);
  const client = useQueryClient();
  const sessions = useShown<Row>();
  const [made, setMade] = useState<MadePassword>();
  const first = useRef({ opening: 0, password: '' });

  const reset = async (row: Row): Promise<void> => {
    const password = await resetPassword(row, t);
    if (password === undefined) return;
    setMade(password);
    // The row has a new version, without which it could be neither changed nor deleted here.
    await client.invalidateQueries({ queryKey: ['userQuery'] });
  };

  // One for each opening: a form that is sent again, since its answer was lost, must not bring another one.
  const passwordOf = ({ count }: Opening): string => {
    if (first.current.opening !== count) first.current = { opening: count, password: makePassword() };
    return first.current.password;
  };

  const dialog = (opening: Opening): DialogExtras => {
    const { changes, waits } = edited?.opening === opening.count ? edited : { changes: {}, waits: false };
    const onEdit = (draft: RightsHandle): void => {
      handle.current = { opening: opening.count, draft };
      setEdited({
        opening: opening.count,
        changes: rightsChanges(draft.base, draft.mine),
        waits: draft.earlier !== undefined,
      });
    };
    const finish = (): void => {
      if (handle.current?.opening === opening.count) handle.current.draft.done();
      handle.current = undefined;
    };
    return {
      tabs: [
        {
          key: 'menus',
          title: t('entity.user.menus'),
          dirty: Object.keys(changes).length > 0,
          waits,
          content: <RightsTab row={opening.row} onEdit={onEdit} />,
        },
      ],
      // The rights that somebody else saved meanwhile are read before the person is shown what else they saved.
      onStale: async () => {
        try {
          await client.invalidateQueries({ queryKey: ['userGet'] }, { throwOnError: true });
        } catch (error) {
          toast.failure(error, t('common.loadFailed'));
          throw error;
        }
      },
      complete: (input, operation) => ({
        ...input,
        ...changes,
        ...(operation === 'ADD' ? { password: passwordOf(opening) } : {}),
      }),
      onSuccess: (_saved, input, operation) => {
        finish();
        if (operation === 'ADD') setMade({ userCode: String(input['userCode']), password: String(input['password']) });
      },
      onGivenUp: finish,
    };
  };

  return (
    <>
      <EntityListPage
        entity={user}
        route="/user"
        firstColumns={firstColumns}
        dialog={dialog}
        canCopy={false}
        noHistory
        undoRemoval={(row) => call('userRestore', { wlUserId: idOf(user, row) })}
        actions={[
          {
            key: 'key',
            label: t('entity.user.resetPassword'),
            icon: <KeyOutlined />,
            column: true,
            run: (row) => void reset(row),
          },
          {
            key: 'sessions',
            label: t('entity.user.sessions'),
            icon: <DesktopOutlined />,
            run: sessions.show,
          },
          {
            key: 'factor',
            label: t('entity.user.resetFactor'),
            icon: <SafetyOutlined />,
            run: (row) => void resetFactor(row, t),
          },
          {
            key: 'history',
            label: t('entity.history'),
            icon: <HistoryOutlined />,
            run: (row) => go(`/audit?entity=user&entityId=${idOf(user, row)}`),
          },
        ]}
      />
      <SessionsDrawer row={sessions.item} open={sessions.open} onClose={sessions.hide} />
      <PasswordOnce made={made} onClose={() => setMade(undefined)} />
    </>
  );
}
