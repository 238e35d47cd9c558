import { CopyOutlined, StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Share = CallData<'traceShareQuery'>[number];

const DAYS = [1, 3, 7, 14, 30, 90];

/** The address that a link is: its secret part never reaches a server's log. */
const addressOf = (token: string): string => `${globalThis.location.origin}/shared-trace#share=${token}`;

function ShareRow({ share, onCopy, onRevoke }: { share: Share; onCopy: () => void; onRevoke: () => void }) {
  const t = useT();
  const isOver = share.token === null;
  return (
    <li className="pt-share-row" data-over={isOver || undefined}>
      <div>
        <b>{share.note || t('traceSharing.share.withoutNote')}</b>{' '}
        {isOver && (
          <StatusTag tone="neutral">
            {t(share.revokedTime === null ? 'traceSharing.share.expired' : 'traceSharing.share.revoked')}
          </StatusTag>
        )}
        <div className="pt-muted">
          {t('traceSharing.share.until')} <TimeText instant={share.expireTime} /> ·{' '}
          {t('traceSharing.share.views', { count: share.views })} ·{' '}
          {t('traceSharing.share.by', { user: share.creatorCode })} <TimeText instant={share.createTime} />
        </div>
        {share.token !== null && (
          <a className="pt-link pt-share-address" href={addressOf(share.token)} target="_blank" rel="noreferrer">
            {addressOf(share.token)}
          </a>
        )}
      </div>
      {!isOver && (
        <span className="pt-share-actions">
          <Button size="small" icon={<CopyOutlined />} onClick={onCopy}>
            {t('traceSharing.share.copy')}
          </Button>
          <Button size="small" danger icon={<StopOutlined />} onClick={onRevoke}>
            {t('traceSharing.share.revoke')}
          </Button>
        </span>
      )}
    </li>
  );
}

/** Makes links that show this shipment to people without an account, lists and ends them. */
export function ShareDialog({ open, bkId, onClose }: { open: boolean; bkId: string; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const [days, setDays] = useState(14);
  const [note, setNote] = useState('');
  const query = useCall('traceShareQuery', { obmBkId: bkId }, { enabled: open });
  const again = () => client.invalidateQueries({ queryKey: ['traceShareQuery'] });
  const copy = async (token: string): Promise<void> => {
    if (await copyText(addressOf(token))) toast.success(t('traceSharing.share.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  const make = useOnce(async (): Promise<void> => {
    try {
      const { data } = await callFull('traceShareInsert', { obmBkId: bkId, days, note: note.trim() });
      setNote('');
      await again();
      await copy(data.token);
    } catch (error) {
      toast.failure(error, t('traceSharing.share.makeFailed'));
    }
  });
  const revoke = async ({ shareId }: Share): Promise<void> => {
    const agreed = await confirm({
      title: t('traceSharing.share.revokeTitle'),
      content: t('traceSharing.share.revokeContent'),
      okText: t('traceSharing.share.revoke'),
      danger: true,
    });
    if (!agreed) return;
    try {
      const { msg } = await callFull('traceShareRevoke', { shareId });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('traceSharing.share.revokeFailed'));
    }
    await again();
  };
  const shares = query.data ?? [];
  return (
    <AppDialog
      title={t('traceSharing.share.title')}
      open={open}
      width={720}
      dirty={note.trim() !== ''}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      <p className="pt-muted">{t('traceSharing.share.about')}</p>
      <div className="pt-share-new">
        <Select
          aria-label={t('traceSharing.share.days')}
          value={days}
          options={DAYS.map((count) => ({ value: count, label: t('traceSharing.share.dayCount', { count }) }))}
          onChange={setDays}
        />
        <Input
          aria-label={t('traceSharing.share.note')}
          placeholder={`${t('traceSharing.share.note')} · ${t('traceSharing.share.noteExample')}`}
          value={note}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="primary" autoFocus loading={make.busy} onClick={() => make.run()}>
          {t('traceSharing.share.make')}
        </Button>
      </div>
      {query.isSuccess && shares.length === 0 && <p className="pt-muted">{t('traceSharing.share.none')}</p>}
      <ul className="pt-share-list">
        {shares.map((share) => (
          <ShareRow
            key={share.shareId}
            share={share}
            onCopy={() => void copy(share.token ?? '')}
            onRevoke={() => void revoke(share)}
          />
        ))}
      </ul>
    </AppDialog>
  );
}
