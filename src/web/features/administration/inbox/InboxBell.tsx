import { BellOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLiveRefetch } from '#web/base/live.ts';
import { registerWorker } from '#web/base/worker.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { landmarkOf } from '#web/kit/landmark.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';

import './inbox.css';

/** More unread messages than this are not counted out. */
const MAX_SHOWN = 99;

type Message = CallData<'inboxQuery'>['messages'][number];

/** The path of a link of ours, wherever the product is reached now; undefined for what is no link. */
function pathOf(link: string | null): string | undefined {
  if (link === null || !URL.canParse(link, 'http://localhost')) return undefined;
  const { pathname, search } = new URL(link, 'http://localhost');
  return `${pathname}${search}`;
}

function Item({ message, onRead }: { message: Message; onRead: () => void }) {
  const t = useT();
  const path = pathOf(message.link);
  return (
    <li className="pt-inbox-item" data-unread={!message.read || undefined}>
      <div className="pt-inbox-head">
        <b>{message.subject ?? message.tenantName}</b>
        <TimeText instant={message.time} short />
      </div>
      <p>{message.content}</p>
      <div className="pt-inbox-acts">
        <span>{message.tenantName}</span>
        {path !== undefined && (
          <span onClickCapture={onRead}>
            <GoLink href={path} className="pt-link">
              {t('inbox.open')}
            </GoLink>
          </span>
        )}
        {!message.read && (
          <Button type="link" size="small" onClick={onRead}>
            {t('inbox.read')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Messages within the product for the reader: how many are unread, and what they say. */
export function InboxBell() {
  const t = useT();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const query = useCall('inboxQuery', {}, { staleTime: 30_000 });
  const { data } = query;
  useLiveRefetch('inbox', 'inboxQuery');
  useEffect(() => void registerWorker(), []);
  const read = async (notificationIds?: string[]): Promise<void> => {
    try {
      await call('inboxRead', notificationIds === undefined ? {} : { notificationIds });
      await client.invalidateQueries({ queryKey: ['inboxQuery'] });
    } catch (error) {
      toast.failure(error, t('inbox.failed'));
    }
  };
  const unread = data?.unread ?? 0;
  const messages = data?.messages ?? [];
  const content = (
    <div className="pt-inbox" role="dialog" aria-label={t('inbox.title')}>
      <b className="pt-inbox-title">{t('inbox.title')}</b>
      {data === undefined && query.isError && (
        <p role="alert">
          {query.error.message}{' '}
          <Button type="link" size="small" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {data?.messages.length === 0 && <p className="pt-muted">{t('inbox.empty')}</p>}
      <ul>
        {messages.map((message) => (
          <Item
            key={message.notificationId}
            message={message}
            onRead={() => void (message.read || read([message.notificationId]))}
          />
        ))}
      </ul>
      {unread > 0 && (
        <Button size="small" block onClick={() => void read()}>
          {t('inbox.readAll')}
        </Button>
      )}
    </div>
  );
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={landmarkOf}
      popupRender={() => content}
    >
      <button
        type="button"
        className="pt-header-button pt-bell"
        aria-expanded={open}
        aria-label={t('inbox.label', { count: unread })}
        title={t('inbox.title')}
      >
        <BellOutlined aria-hidden />
        {unread > 0 && (
          <b className="pt-bell-count" aria-hidden>
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </b>
        )}
      </button>
    </Dropdown>
  );
}
