import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import { toast } from './toast/toast.ts';
import './copy-text.css';

/** Puts a text on the clipboard, also where the browser offers no clipboard (plain http). */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = value;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    // The one way left on pages without https.
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

/** A value with a button that copies it; the button shows on hover and focus. */
export function CopyText({ text, children }: { text: string; children?: ReactNode }): ReactElement {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy(): Promise<void> {
    if (await copyText(text)) setCopied(true);
    else toast.warn(t('common.copyFailed'));
  }
  return (
    <span className="pt-copy">
      {children ?? text}
      <button
        type="button"
        className="pt-copy-button"
        aria-label={copied ? t('common.copied') : `${t('common.copy')} ${text}`}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      >
        <svg
          viewBox="0 0 16 16"
          width="13"
          height="13"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
        >
          {copied ? <path d="M3 8.5l3.2 3.2L13 5" /> : <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />}
        </svg>
      </button>
    </span>
  );
}
