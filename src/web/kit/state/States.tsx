import { ClockCircleOutlined, DisconnectOutlined, InboxOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';

type FrameProps = {
  kind: string;
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: 'status' | 'alert';
};

function Frame({ kind, icon, title, text, action, role = 'status' }: FrameProps) {
  return (
    <div className="pt-state" data-kind={kind} role={role}>
      <span className="pt-state-icon" aria-hidden="true">
        {icon}
      </span>
      <p className="pt-state-title">{title}</p>
      {text && <p className="pt-state-text">{text}</p>}
      {action}
    </div>
  );
}

/** Nothing here: either nothing matches the filters (with a way to drop them) or there is nothing at all, with what one can do. */
export function EmptyState({
  title,
  text,
  onReset,
  action,
}: {
  title?: string;
  text?: string;
  onReset?: (() => void) | undefined;
  action?: ReactNode;
}) {
  const t = useT();
  return (
    <Frame
      kind="empty"
      icon={onReset ? <SearchOutlined /> : <InboxOutlined />}
      title={title ?? (onReset ? t('value.state.noMatch') : t('value.state.empty'))}
      text={text ?? (onReset ? t('value.state.noMatchText') : undefined)}
      {...(onReset
        ? {
            action: (
              <Button size="small" onClick={onReset}>
                {t('value.state.resetFilters')}
              </Button>
            ),
          }
        : { action })}
    />
  );
}

/** It went wrong: what was shown, and a way to try again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const t = useT();
  return (
    <Frame
      kind="error"
      role="alert"
      icon={<DisconnectOutlined />}
      title={t('value.state.failed')}
      text={message}
      {...(onRetry
        ? {
            action: (
              <Button size="small" type="primary" onClick={onRetry}>
                {t('common.retry')}
              </Button>
            ),
          }
        : {})}
    />
  );
}

/** The answer is on its way. */
export function LoadingState() {
  const t = useT();
  return <Frame kind="loading" icon={<Spin size="small" />} title={t('common.loading')} />;
}

/** The request was taken, the data is still being gathered: come back later, or look again by hand. */
export function ProcessingState({ text, onRefresh }: { text: string; onRefresh?: () => void }) {
  const t = useT();
  return (
    <Frame
      kind="processing"
      icon={<ClockCircleOutlined />}
      title={t('value.state.processing')}
      text={text}
      {...(onRefresh
        ? {
            action: (
              <Button size="small" onClick={onRefresh}>
                {t('common.refresh')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
