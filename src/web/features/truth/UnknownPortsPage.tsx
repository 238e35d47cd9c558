import { EditOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import type { UnknownPort } from '#contract/unknown-port.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { listAddress, pageOf } from '#web/kit/list/list-state.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { portFields, portStates } from './list-state.ts';
import { MapDialog } from './MapDialog.tsx';
import { usePortColumns } from './port-columns.tsx';
import { usePortActs } from './use-port-acts.ts';
import './truth.css';

const ROUTE = '/unknown-ports';
const address = listAddress({ fields: portFields, pageSize: 20 });

function useFields(): FormField[] {
  const t = useT();
  return useMemo(() => {
    const options = portStates.map((state) => ({ value: state, label: t(`truth.ports.state.${state}`) }));
    const parts: Readonly<Partial<Record<string, Pick<FormField, 'control' | 'nameOf'>>>> = {
      state: {
        nameOf: (code) => options.find((option) => option.value === code)?.label ?? code,
        control: (props) => <NameSelect {...props} options={options} />,
      },
    };
    return portFields.map((field) => ({ ...field, label: t(`truth.ports.field.${field.name}`), ...parts[field.name] }));
  }, [t]);
}

/** Ports that sources name by codes nobody knows: mapped once, then the shipments heal. */
export function UnknownPortsPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const fields = useFields();
  const columns = usePortColumns();
  const acts = usePortActs();
  const [opened, setOpened] = useState<UnknownPort>();
  const query = useCall(
    'unknownPortQuery',
    { ...list.state.values, ...pageOf(list.state) },
    {
      keep: true,
      refetchInterval: ({ state }) => pollWhile(...(state.data?.records ?? []).map(({ run }) => run)),
    },
  );
  const unmap = (row: UnknownPort): void => {
    if (row.state === 'open') toast.info(t('truth.ports.state.open'));
    else void acts.unmap(row);
  };
  const actions: RowAction<UnknownPort>[] = [
    { key: 'open', label: t('truth.ports.open'), shortcut: 'm', icon: <EditOutlined />, run: setOpened },
    {
      key: 'notPort',
      label: t('truth.ports.notPort'),
      icon: <StopOutlined />,
      run: (row) => void acts.markNoPort(row),
    },
    { key: 'unmap', label: t('truth.ports.unmap'), icon: <UndoOutlined />, run: unmap },
  ];
  return (
    <div className="pt-list">
      <QueryList<UnknownPort>
        list={list}
        query={query}
        fields={fields}
        table="unknownPorts"
        label={t('truth.ports.title')}
        columns={columns}
        rowKey={(row) => row.unknownPortId}
        actions={actions}
        onOpen={setOpened}
        emptyText={t('truth.ports.empty')}
        middle={<p className="pt-about pt-muted">{t('truth.ports.about')}</p>}
      />
      {opened && <MapDialog key={opened.unknownPortId} row={opened} acts={acts} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
