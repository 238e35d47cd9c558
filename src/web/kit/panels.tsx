import type { ReactElement, ReactNode } from 'react';
import { CallError } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import './panels.css';

/** A quiet wait for something that is being loaded; read out politely. */
export function LoadingPanel({ label }: { label?: string }): ReactElement {
  const t = useT();
  return (
    <div className="pt-panel" role="status">
      <svg className="pt-panel-spin" viewBox="0 0 40 40" width="36" height="36" aria-hidden="true">
        <circle cx="20" cy="20" r="16" fill="none" stroke="var(--pt-line)" strokeWidth="2" />
        <path
          d="M20 4a16 16 0 0 1 16 16"
          fill="none"
          stroke="var(--pt-primary)"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <path d="M20 9l3 11-3 11-3-11z" fill="var(--pt-accent)" />
      </svg>
      <span>{label ?? t('common.loading')}</span>
    </div>
  );
}

/** Says what went wrong and offers to try again. */
export function ErrorPanel(props: {
  error?: unknown;
  title?: string;
  hint?: string;
  retryText?: string;
  onRetry?: () => void;
  extra?: ReactNode;
}): ReactElement {
  const t = useT();
  const hint = props.hint ?? (props.error instanceof CallError ? props.error.msg : undefined);
  return (
    <div className="pt-panel" role="alert">
      <strong className="pt-panel-title">{props.title ?? t('common.loadFailed')}</strong>
      {hint !== undefined && <span className="pt-panel-hint">{hint}</span>}
      {(props.onRetry !== undefined || props.extra !== undefined) && (
        <div className="pt-panel-actions">
          {props.onRetry !== undefined && (
            <button type="button" className="pt-button pt-button-primary" onClick={props.onRetry}>
              {props.retryText ?? t('common.retry')}
            </button>
          )}
          {props.extra}
        </div>
      )}
    </div>
  );
}
