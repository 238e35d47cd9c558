import { DownloadOutlined, RedoOutlined, SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useLiveRefetch } from '#web/app/live.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { ownZone } from '#web/app/zone.ts';
import { type EdiRow, useEdiColumns } from './columns.tsx';
import { useEdiFields, useLinkFields } from './fields.tsx';
import { address, queryOf } from './list-state.ts';
import { MessageDrawer } from './MessageDrawer.tsx';
import { SendDialog } from './SendDialog.tsx';
import { StatsBar } from './StatsBar.tsx';
import { useEdiActs } from './use-edi-acts.ts';
import { DropZone, UploadButton } from './UploadZone.tsx';
import { useUpload } from './use-upload.ts';
import './edi-manager.css';

const ROUTE = '/edi-manager';
const idOf = (row: EdiRow): string => row.id;

/** What can be done with a message, in the order of its menu. */
function useRowActions(acts: ReturnType<typeof useEdiActs>, show: (id: string) => void): RowAction<EdiRow>[] {
  const t = useT();
  return [
    viewAction(t('edi.view'), (row) => show(idOf(row))),
    {
      key: 'reprocess',
      label: t('edi.reprocess'),
      shortcut: 'r',
      icon: <RedoOutlined />,
      run: (row) => void acts.reprocess([idOf(row)]),
    },
    {
      key: 'download',
      label: t('edi.download'),
      shortcut: 'd',
      icon: <DownloadOutlined />,
      run: (row) => void acts.download(row),
    },
  ];
}

/** Electronic messages: what came and went, what became of it and why; uploading, reading again, sending. */
export function EdiManagerPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const columns = useEdiColumns();
  const [sending, setSending] = useState(false);
  const viewed = useShown<string>();
  const acts = useEdiActs();
  const actions = useRowActions(acts, viewed.show);
  const query = useCall('ediQuery', queryOf(list.state, ownZone()), { keep: true });
  const stats = useCall('ediStats', { hours: 24 }, { keep: true });
  useLiveRefetch('edi', 'ediQuery');
  useLiveRefetch('edi', 'ediStats');
  useLiveRefetch('edi', 'ediGet');
  const fields = useEdiFields();
  const links = useLinkFields(stats.data?.reasons ?? []);
  const { busy, upload } = useUpload((taken) => {
    const [only] = taken.messages;
    if (taken.messages.length === 1 && only !== undefined) viewed.show(only.id);
  });
  const ofReason = (reason: string): void => list.change({ values: { reason: [reason] }, page: 1 });

  return (
    <DropZone onFiles={(files) => void upload(files)}>
      <QueryList<EdiRow>
        list={list}
        query={query}
        fields={fields}
        links={links}
        toolbar={
          <>
            <UploadButton busy={busy} onFiles={(files) => void upload(files)} />
            <Button size="small" icon={<SendOutlined />} onClick={() => setSending(true)}>
              {t('edi.send.button')}
            </Button>
          </>
        }
        middle={<StatsBar stats={stats.data} onReason={ofReason} />}
        table="edi-manager"
        label={t('edi.title')}
        columns={columns}
        rowKey={idOf}
        actions={actions}
        onOpen={(row) => viewed.show(idOf(row))}
        emptyText={t('edi.emptyText')}
      />
      <MessageDrawer
        id={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onReprocess={(id) => void acts.reprocess([id])}
      />
      <SendDialog open={sending} onClose={() => setSending(false)} onSent={viewed.show} />
    </DropZone>
  );
}
