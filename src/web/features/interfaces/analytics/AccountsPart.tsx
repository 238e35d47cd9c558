import { DeleteOutlined, PlusOutlined, SyncOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { ListTable } from '#web/kit/list/ListTable.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { type Access, type AccountRow, useAccountColumns } from './account-columns.tsx';
import { AccountOnce, type IssuedAccount } from './AccountOnce.tsx';
import { NewAccountDialog } from './NewAccountDialog.tsx';

const accountId = (row: AccountRow): string => row.roleId;

/** What the administrator of the database has to run before accounts can be made, or should run. */
function Statements({ statements, state }: Pick<Access, 'statements' | 'state'>) {
  const t = useT();
  if (state === 'embedded') return <Alert type="info" showIcon title={t('analytics.embedded')} />;
  if (statements.length === 0) return null;
  return (
    <Alert
      type={state === 'noRight' ? 'warning' : 'info'}
      showIcon
      title={t(state === 'noRight' ? 'analytics.noRight' : 'analytics.hardening')}
      description={
        <ul className="pt-analytics-statements">
          {statements.map(({ why, sql }) => (
            <li key={why}>
              {t(`analytics.why.${why}`)} <CopyButton text={sql} />
              <code>{sql}</code>
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** Acts on accounts that ask before they are done. */
function useActs(onIssued: (issued: { roleName: string; password: string }) => void) {
  const t = useT();
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['analyticsRoleQuery'] });
  const rotate = async ({ roleId, name }: AccountRow): Promise<void> => {
    const agreed = await confirm({
      title: t('analytics.rotateTitle', { name }),
      content: t('analytics.rotateContent'),
      okText: t('analytics.rotate'),
    });
    if (!agreed) return;
    try {
      onIssued((await callFull('analyticsRoleRotate', { roleId })).data);
    } catch (error) {
      toast.failure(error, t('analytics.rotateFailed'));
    }
    await refresh();
  };
  const remove = async ({ roleId, name }: AccountRow): Promise<void> => {
    const agreed = await confirm({
      title: t('analytics.deleteTitle', { name }),
      content: t('analytics.deleteContent'),
      okText: t('common.delete'),
      danger: true,
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('analyticsRoleDelete', { roleId })).msg);
    } catch (error) {
      toast.failure(error, t('analytics.deleteFailed'));
    }
    await refresh();
  };
  return { rotate, remove };
}

/** Accounts by which tools of analysts read the views of one tenant. */
export function AccountsPart() {
  const t = useT();
  const columns = useAccountColumns();
  const [asking, setAsking] = useState(false);
  const [issued, setIssued] = useState<IssuedAccount>();
  const query = useCall('analyticsRoleQuery');
  const { state = 'embedded', statements = [], address = null, database = '', roles = [] } = query.data ?? {};
  const show = ({ roleName, password }: { roleName: string; password: string }): void =>
    setIssued({ roleName, password, address, database });
  const { rotate, remove } = useActs(show);
  const actions: RowAction<AccountRow>[] = [
    { key: 'rotate', label: t('analytics.rotate'), icon: <SyncOutlined />, run: (row) => void rotate(row) },
    { key: 'delete', label: t('common.delete'), icon: <DeleteOutlined />, run: (row) => void remove(row) },
  ];
  return (
    <div className="pt-list">
      {query.data !== undefined && (
        <>
          <p className="pt-analytics-about">{t('analytics.accountsAbout', { count: query.data.connections })}</p>
          <Statements state={state} statements={statements} />
        </>
      )}
      <ListTable<AccountRow>
        query={query}
        rows={roles}
        total={roles.length}
        toolbar={
          <Button
            type="primary"
            size="small"
            icon={<PlusOutlined />}
            disabled={state !== 'ready'}
            onClick={() => setAsking(true)}
          >
            {t('analytics.new')}
          </Button>
        }
        table="analyticsAccounts"
        label={t('analytics.tab.accounts')}
        columns={columns}
        rowKey={accountId}
        actions={actions}
        emptyText={t('analytics.noAccounts')}
      />
      <NewAccountDialog
        open={asking}
        onClose={() => setAsking(false)}
        onMade={(made) => {
          setAsking(false);
          show(made);
        }}
      />
      <AccountOnce issued={issued} onClose={() => setIssued(undefined)} />
    </div>
  );
}
