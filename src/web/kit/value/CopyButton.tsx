import { useEffect, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { Glyph } from './Glyph.tsx';

/** Small button inside a cell or a line that copies a text and says so by a tick; Ctrl+C on the cell does the same. */
export function CopyButton({ text }: { text: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(true);
    else toast.warn(t('common.copyFailed'));
  };
  return (
    <button
      type="button"
      className="pt-copy-icon"
      tabIndex={-1}
      data-copied={copied || undefined}
      aria-label={copied ? t('table.copied') : t('table.copy', { text })}
      title={copied ? t('table.copied') : t('table.copyHint')}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      <Glyph name={copied ? 'check' : 'copy'} />
    </button>
  );
}
