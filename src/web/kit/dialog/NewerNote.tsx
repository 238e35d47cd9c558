import { useT } from '#web/i18n/index.ts';
import './newer-note.css';

type Props = {
  /** Who saved something else while the dialog was open, null for the system; undefined as long as nothing was saved. */
  newer: { by: string | null } | undefined;
  /** What was saved. */
  what: string;
};

/** Says what somebody else has saved meanwhile; saving again then replaces what was seen here. */
export function NewerNote({ newer, what }: Props) {
  const t = useT();
  if (newer === undefined) return null;
  const saved = what === '' ? t('common.nothing') : what;
  return (
    <p className="pt-newer" role="alert">
      {newer.by === null
        ? t('common.newerBySystem', { what: saved })
        : t('common.newer', { who: newer.by, what: saved })}
    </p>
  );
}
