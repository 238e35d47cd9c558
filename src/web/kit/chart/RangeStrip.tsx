import './range-strip.css';

/** A value on the strip; one that opens something is a button. */
export type RangeMark = { key: string; value: number; label: string; best?: boolean; open?: (() => void) | undefined };

type Props = {
  /** The range with its middle; null where only the marks are known. */
  band: { low: number; mid: number; high: number } | null;
  marks: readonly RangeMark[];
  /** All of it in words. */
  label: string;
  /** Writes the ends below the strip; without it there is the strip alone, as in a cell of a list. */
  numberText?: (value: number) => string;
};

/** A range with its middle, and single values on it, on one axis. */
export function RangeStrip({ band, marks, label, numberText }: Props) {
  const values = [...marks.map(({ value }) => value), ...(band === null ? [] : [band.low, band.high])];
  if (values.length === 0) return null;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const room = (max - min) * 0.08 || 1;
  const at = (value: number): string => `${((value - min + room) / (max - min + 2 * room)) * 100}%`;
  // The middle has its number where it does not meet those of the ends.
  const isClear = (value: number): boolean => Math.abs((value - min) / (max - min || 1) - 0.5) < 0.32;
  const opens = marks.some(({ open }) => open !== undefined);
  return (
    <span className="pt-rstrip" data-axis={numberText !== undefined || undefined}>
      <span
        className="pt-rstrip-strip"
        title={opens ? undefined : label}
        {...(opens ? { role: 'group', 'aria-label': label } : { role: 'img', 'aria-label': label })}
      >
        {band !== null && (
          <>
            <i className="pt-rstrip-band" style={{ left: at(band.low), right: `calc(100% - ${at(band.high)})` }} />
            <i className="pt-rstrip-mid" style={{ left: at(band.mid) }} />
          </>
        )}
        {marks.map(({ key, value, label: text, best, open }) =>
          open === undefined ? (
            <i key={key} className="pt-rstrip-mark" data-best={best || undefined} style={{ left: at(value) }} />
          ) : (
            <button
              key={key}
              type="button"
              className="pt-rstrip-mark"
              data-best={best || undefined}
              style={{ left: at(value) }}
              aria-label={text}
              title={text}
              onClick={open}
            />
          ),
        )}
      </span>
      {numberText !== undefined && (
        <span className="pt-rstrip-axis" aria-hidden="true">
          {[...new Set([min, max])].map((value) => (
            <small key={value} style={{ left: at(value) }}>
              {numberText(value)}
            </small>
          ))}
          {band !== null && isClear(band.mid) && (
            <small data-mid style={{ left: at(band.mid) }}>
              {numberText(band.mid)}
            </small>
          )}
        </span>
      )}
    </span>
  );
}
