import { useT } from '#web/i18n/index.ts';
import './newer-note.css';

type Props = {
  /** Who saved something else while the dialog was open, or undefined as long as nobody did. */
  newer: { by: string | null } | undefined;
  /** What was saved. */
  what: string;
};

/** Says what somebody else has saved meanwhile; saving again then replaces what was seen here. */
export function NewerNote({ newer, what }: Props) {
  const t = useT();
  if (newer === undefined) return null;
  return (
    <p className="pt-newer" role="alert">
      {t('common.newer', { who: newer.by ?? t('common.somebody'), what: what === '' ? t('common.nothing') : what })}
    </p>
  );
}
