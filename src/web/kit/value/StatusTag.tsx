import { keysOf } from '#shared/values/objects.ts';
import { useT } from '#web/i18n/index.ts';
import '../value.css';

/** Tones a tag can have; each passes contrast in light and dark. */
export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger';

/** A short state in a coloured frame; the text carries the meaning. */
export function StatusTag({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className="pt-tag" data-tone={tone}>
      {children}
    </span>
  );
}

const HANDLE_TONES: Record<string, Tone> = { 0: 'warn', 1: 'info', 2: 'ok', 3: 'neutral', 4: 'neutral' };

/** Tone of a value of HANDLE_STATUS. */
export function handleTone(status: string): Tone {
  return HANDLE_TONES[status] ?? 'neutral';
}

const BARS = { high: 3, medium: 2, low: 1 } as const;
const levels = keysOf(BARS);

/** A severity by its code; what is not known counts as the lowest. */
export const severityOf = (code: string): keyof typeof BARS => levels.find((level) => level === code) ?? 'low';

/** How bad a problem is: one to three bars and a word, never colour alone. */
export function SeverityMark({ severity, wordless = false }: { severity: string; wordless?: boolean }) {
  const t = useT();
  const level = severityOf(severity);
  const name = t(`value.severity.${level}`);
  return (
    <span className="pt-severity" data-severity={level} title={name}>
      <span
        className="pt-severity-bars"
        {...(wordless ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      >
        {[1, 2, 3].map((bar) => (
          <i key={bar} data-on={bar <= BARS[level] || undefined} />
        ))}
      </span>
      {!wordless && name}
    </span>
  );
}
