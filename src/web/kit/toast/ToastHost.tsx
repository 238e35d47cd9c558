import { useEffect, useState, type ReactElement } from 'react';
import { useT } from '#web/i18n/index.ts';
import { dismissToast, useToasts, type Toast } from './toast.ts';
import './toast.css';

function ToastItem({ toast }: { toast: Toast }): ReactElement {
  const t = useT();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.durationMs === 0) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [held, toast]);
  const action = toast.action;
  return (
    <div
      className={`pt-toast pt-toast-${toast.kind}`}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="pt-toast-text">{toast.text}</span>
      {action && (
        <button
          type="button"
          className="pt-toast-action"
          onClick={() => {
            dismissToast(toast.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="pt-toast-close"
        aria-label={t('common.dismiss')}
        onClick={() => dismissToast(toast.id)}
      >
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path d="M1 1l10 10M11 1L1 11" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </button>
    </div>
  );
}

/** Shows the toasts above everything, read out by screen readers; a toast stays while pointed at. */
export function ToastHost(): ReactElement {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="pt-toasts">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
