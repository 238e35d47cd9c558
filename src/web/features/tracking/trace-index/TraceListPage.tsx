import { EyeOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { CallName } from '#contract/paths.ts';
import type { List } from '#shared/list/declare.ts';
import { isEmbedded } from '#web/base/embed.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { goTo } from '#web/base/navigate.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import type { Adding } from '#web/kit/dialog/TrackNumbersDialog.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { type ListParts, type RowOf, useList } from '#web/list/use-list.tsx';
import { openTrace, type TrackedRow } from './trace-cells.tsx';
import './trace-index.css';

type Props<L extends List> = ListParts<L> & {
  list: L;
  /** Where the trace of a row is. */
  detail: string;
  words: { open: string; add: string };
  /** How the board shows a row. */
  card?: (row: RowOf<L>) => ReactNode;
  /** How references are added. */
  adding: (props: Adding) => ReactNode;
};

/** A list of what a tenant follows by some mode: how far it is and what is wrong with it, and a way to add to it. */
export function TraceListPage<L extends List>({ list, detail, words, adding, card, ...parts }: Props<L>) {
  const { search, setSearch } = usePageSearch(parts.route ?? list.route ?? '');
  const [isPressed, setPressed] = useState(false);
  const pasted = search['paste'];
  const isOpen = isPressed || pasted !== undefined;
  const setOpen = (next: boolean): void => {
    setPressed(next);
    if (!next && pasted !== undefined) setSearch({ ...search, paste: undefined });
  };
  const use = useList(list, parts as ListParts<L>);
  const call = list.call as CallName;
  useLiveRefetch('shipment', call);
  useLiveRefetch('exception', call);
  const open = (row: RowOf<L>): void => openTrace(detail, row as TrackedRow);
  // A page inside a frame only reads: from an empty list it leads to the page where references are added.
  const startAdding = (): void => (isEmbedded() ? goTo(`${list.route}?paste=1`) : setOpen(true));
  const add = (
    <Button type="primary" size="small" icon={<PlusOutlined />} onClick={startAdding}>
      {words.add}
    </Button>
  );
  return (
    <div className="pt-list">
      <ListView
        use={use}
        {...(card === undefined ? {} : { card })}
        actions={[{ key: 'trace', label: words.open, icon: <EyeOutlined />, run: open }]}
        onOpen={open}
        {...(isEmbedded() ? {} : { toolbar: add })}
        emptyAction={isEmbedded() && parts.route === undefined ? undefined : add}
      />
      {adding({
        open: isOpen,
        pasted: pasted === '1' ? undefined : pasted,
        onClose: () => setOpen(false),
        onTracked: () => void use.query.refetch(),
      })}
    </div>
  );
}
