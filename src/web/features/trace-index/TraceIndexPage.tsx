import { EyeOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { traceIndexList } from '#lists/trace-index.ts';
import { useLiveRefetch } from '#web/app/live.ts';
import { goTo } from '#web/app/navigate.ts';
import { useT } from '#web/i18n/index.ts';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { traceCells, traceHref, type TraceRow } from './cells.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import './trace-index.css';

/** Everything a tenant follows at sea, how far it is and what is wrong with it; more of it is added by pasting. */
export function TraceIndexPage() {
  const t = useT();
  const [pasting, setPasting] = useState(false);
  const list = useList(traceIndexList, { cells: traceCells });
  useLiveRefetch('shipment', 'traceIndex.list');
  useLiveRefetch('exception', 'traceIndex.list');
  const open = (row: TraceRow): void => {
    const href = traceHref(row);
    if (href !== undefined) goTo(href);
  };
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={[{ key: 'trace', label: t('traceIndex.open'), shortcut: 't', icon: <EyeOutlined />, run: open }]}
        onOpen={open}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setPasting(true)}>
            {t('traceIndex.add')}
          </Button>
        }
      />
      <PasteDialog open={pasting} onClose={() => setPasting(false)} onTracked={() => void list.query.refetch()} />
    </div>
  );
}
