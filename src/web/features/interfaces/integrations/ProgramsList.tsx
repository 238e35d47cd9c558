import { StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { ListTable } from '#web/kit/list/ListTable.tsx';
import type { DataColumn, RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

type ProgramRow = CallData<'connectedProgramQuery'>[number];

const programId = (row: ProgramRow): string => row.connectedProgramId;

function useColumns(): DataColumn<ProgramRow>[] {
  const t = useT();
  return useMemo(() => {
    const plain = (
      key: 'name' | 'tenantName' | 'userName' | 'redirectHost',
      width: number,
    ): DataColumn<ProgramRow> => ({
      key,
      title: t(`apiKeys.programColumn.${key}`),
      width,
      text: (row) => row[key],
    });
    const time = (key: 'createTime' | 'lastUsedTime' | 'expireTime'): DataColumn<ProgramRow> => ({
      key,
      title: t(`apiKeys.programColumn.${key}`),
      width: 176,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    return [
      plain('name', 220),
      { ...plain('userName', 180), text: (row) => `${row.userName} (${row.userCode})` },
      plain('tenantName', 180),
      {
        key: 'scopes',
        title: t('apiKeys.column.scopes'),
        width: 120,
        text: (row) => row.scopes.map((scope) => t(`apiKeys.shortScope.${scope}`)).join(' · '),
      },
      plain('redirectHost', 200),
      time('lastUsedTime'),
      time('createTime'),
      time('expireTime'),
    ];
  }, [t]);
}

/** Programs that people of the tenants connected by OAuth; each can be disconnected here too. */
export function ProgramsList() {
  const t = useT();
  const client = useQueryClient();
  const columns = useColumns();
  const query = useCall('connectedProgramQuery');
  const rows = query.data ?? [];
  const revoke = async ({ connectedProgramId, name }: ProgramRow): Promise<void> => {
    const agreed = await confirm({
      title: t('apiKeys.programEndTitle', { name }),
      content: t('apiKeys.programEndContent'),
      okText: t('apiKeys.programEnd'),
      danger: true,
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('connectedProgramRevoke', { connectedProgramId })).msg);
    } catch (error) {
      toast.failure(error, t('apiKeys.programEndFailed'));
    }
    await client.invalidateQueries({ queryKey: ['connectedProgramQuery'] });
  };
  const actions: RowAction<ProgramRow>[] = [
    { key: 'end', label: t('apiKeys.programEnd'), icon: <StopOutlined />, run: (row) => void revoke(row) },
  ];
  return (
    <ListTable<ProgramRow>
      query={query}
      rows={rows}
      total={rows.length}
      table="connectedPrograms"
      label={t('apiKeys.programs')}
      columns={columns}
      rowKey={programId}
      actions={actions}
      emptyText={t('apiKeys.programsNone')}
    />
  );
}
