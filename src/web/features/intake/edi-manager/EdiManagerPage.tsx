import { DownloadOutlined, RedoOutlined, SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { ediMessagesList } from '#lists/edi-messages.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { type EdiRow, reasonsOf } from './edi-row.ts';
import { useEdiChoices } from './fields.tsx';
import { MessageDrawer } from './MessageDrawer.tsx';
import { SendDialog } from './SendDialog.tsx';
import { DropZone, UploadButton } from './UploadZone.tsx';
import { useUpload } from './use-upload.ts';
import './edi-manager.css';
import type { CallData } from '#contract/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callFile, callFull } from '#web/base/client.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** What is done with messages from the list and the drawer. */
function useEdiActs(): {
  reprocess: (ids: readonly string[]) => Promise<void>;
  download: (row: Pick<EdiRow, 'id' | 'fileName'>) => Promise<void>;
} {
  const t = useT();
  const client = useQueryClient();
  return {
    reprocess: async (ids) => {
      try {
        const { data, msg } = await callFull('ediReprocess', { ids: [...ids] }, { timeoutMs: 120_000 });
        if (data.done > 0) toast.success(msg);
        else toast.info(t('edi.nothingToReprocess'));
        await Promise.all(
          ['ediQuery', 'ediGet', 'ediStats'].map((name) => client.invalidateQueries({ queryKey: [name] })),
        );
      } catch (error) {
        toast.failure(error, t('edi.reprocessFailed'));
      }
    },
    download: async ({ id, fileName }) => {
      try {
        const file = await callFile('ediDownload', { id });
        const link = document.createElement('a');
        link.href = URL.createObjectURL(file.blob);
        link.download = file.fileName || fileName;
        link.click();
        URL.revokeObjectURL(link.href);
      } catch (error) {
        toast.failure(error, t('edi.downloadFailed'));
      }
    },
  };
}

type Props = { stats: CallData<'ediStats'> | undefined; onReason: (code: string) => void };

/** What came within a day: events, those without a subscription, and the reasons that held messages up. */
function StatsBar({ stats, onReason }: Props) {
  const t = useT();
  if (stats === undefined) return <span className="pt-toolbar-gap" />;
  const messages = stats.states.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="pt-edi-stats" role="status">
      <span>
        {t('edi.stats.line', {
          messages,
          events: stats.events,
          applied: stats.applied,
          waiting: stats.waiting,
          refused: stats.refusedEvents,
        })}
        {stats.setAside > 0 && t('edi.stats.setAside', { count: stats.setAside })}
        {stats.sent > 0 && t('edi.stats.sent', { count: stats.sent })}
      </span>
      {stats.reasons.slice(0, 4).map((reason) => (
        <button key={reason.code} type="button" className="pt-link" onClick={() => onReason(reason.code)}>
          {reason.text} {reason.count}
        </button>
      ))}
    </div>
  );
}

const cells: Readonly<Record<'reasons' | 'partnerName', Cell<EdiRow>>> = {
  reasons: { text: reasonsOf },
  partnerName: { text: (row) => row.partnerName ?? row.sender ?? '' },
};

/** What can be done with a message, in the order of its menu. */
function useRowActions(acts: ReturnType<typeof useEdiActs>, show: (id: string) => void): RowAction<EdiRow>[] {
  const t = useT();
  return [
    viewAction(t('edi.view'), (row) => show(row.id)),
    {
      key: 'retry',
      label: t('edi.reprocess'),
      icon: <RedoOutlined />,
      run: (row) => void acts.reprocess([row.id]),
    },
    {
      key: 'download',
      label: t('edi.download'),
      icon: <DownloadOutlined />,
      run: (row) => void acts.download(row),
    },
  ];
}

/** Electronic messages: what came and went, what became of it and why; uploading, reading again, sending. */
export function EdiManagerPage() {
  const t = useT();
  const [sending, setSending] = useState(false);
  const viewed = useShown<string>();
  const acts = useEdiActs();
  const actions = useRowActions(acts, viewed.show);
  const stats = useCall('ediStats', { hours: 24 }, { keep: true });
  const list = useList(ediMessagesList, { cells, choices: useEdiChoices(stats.data) });
  useLiveRefetch('edi', 'ediQuery');
  useLiveRefetch('edi', 'ediStats');
  useLiveRefetch('edi', 'ediGet');
  const { busy, upload } = useUpload((taken) => {
    const [only] = taken.messages;
    if (taken.messages.length === 1 && only !== undefined) viewed.show(only.id);
  });
  const ofReason = (reason: string): void => list.control.change({ values: { reason: [reason] }, page: 1 });

  return (
    <DropZone onFiles={(files) => void upload(files)}>
      <ListView
        use={list}
        toolbar={
          <>
            <UploadButton busy={busy} onFiles={(files) => void upload(files)} />
            <Button size="small" icon={<SendOutlined />} onClick={() => setSending(true)}>
              {t('edi.send.button')}
            </Button>
          </>
        }
        middle={<StatsBar stats={stats.data} onReason={ofReason} />}
        actions={actions}
        onOpen={(row) => viewed.show(row.id)}
      />
      <MessageDrawer
        key={viewed.item ?? ''}
        id={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onReprocess={(id) => void acts.reprocess([id])}
      />
      <SendDialog open={sending} onClose={() => setSending(false)} onSent={viewed.show} />
    </DropZone>
  );
}
