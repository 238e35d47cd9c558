import { EditOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import type { UnknownPort } from '#contract/intake/unknown-port.ts';
import { unknownPortsList } from '#lists/unknown-ports.ts';
import { portText } from '#shared/reference/port-text.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { ListView } from '#web/list/ListView.tsx';
import { type ListParts, useList } from '#web/list/use-list.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { MapDialog } from './MapDialog.tsx';
import { usePortActs } from './use-port-acts.ts';
import './truth.css';

type Parts = ListParts<typeof unknownPortsList>;

const asking: Parts['asking'] = {
  refetchInterval: ({ state }) => pollWhile(...(state.data?.records ?? []).map(({ run }) => run)),
};

function useCells(): NonNullable<Parts['cells']> {
  const t = useT();
  const lang = useLang();
  return useMemo(
    () => ({
      port: { text: (row) => row.statusName ?? portText(lang, row) },
      places: { text: (row) => row.places.join(' / ') },
      guess: {
        text: ({ guesses: [best], state }) => (best === undefined || state !== 'open' ? '' : portText(lang, best)),
      },
      run: {
        text: ({ run }) => (run === null ? '' : t('truth.ports.progress', { done: run.done, total: run.total })),
      },
      mappedBy: { text: (row) => row.mappedByName ?? row.mappedBy ?? '' },
    }),
    [t, lang],
  );
}

/** Ports and moves that sources name by codes and words nobody knows: mapped once, then the shipments heal. */
export function UnknownPortsPage() {
  const t = useT();
  const list = useList(unknownPortsList, { asking, cells: useCells() });
  const { name } = useListLabels(unknownPortsList);
  const acts = usePortActs();
  const [opened, setOpened] = useState<UnknownPort>();
  const unmap = (row: UnknownPort): void => {
    if (row.state === 'open') toast.info(name('state', row.state));
    else void acts.unmap(row);
  };
  const actions: RowAction<UnknownPort>[] = [
    { key: 'edit', label: t('truth.ports.open'), icon: <EditOutlined />, run: setOpened },
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
      <ListView
        use={list}
        actions={actions}
        onOpen={setOpened}
        middle={<p className="pt-about pt-muted">{t('truth.ports.about')}</p>}
      />
      {opened && <MapDialog key={opened.unknownPortId} row={opened} acts={acts} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
