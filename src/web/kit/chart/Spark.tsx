import './spark.css';

type Props = {
  /** In their order; null leaves a gap. */
  values: readonly (number | null)[];
  /** Bars and lines stand on zero; steps hold each value until the next and fill the height with their own range. */
  shape: 'bars' | 'line' | 'steps';
  /** What the values are, with the numbers that count: it is read instead of the picture. */
  label: string;
};

const [width, height, air] = [112, 20, 1.5];

/** Values of a row as a small picture without axes. */
export function Spark({ values, shape, label }: Props) {
  const known = values.filter((value) => value !== null);
  const least = shape === 'steps' ? Math.min(...known) : 0;
  const range = Math.max(...known) - least;
  const yOf = (value: number): number =>
    range === 0 && shape === 'steps'
      ? height / 2
      : height - air - ((value - least) / Math.max(range, Number.EPSILON)) * (height - 2 * air);
  const step = width / Math.max(1, shape === 'line' ? values.length - 1 : values.length);
  const points = values.flatMap((value, index) => {
    if (value === null) return [];
    const [x, y] = [(index * step).toFixed(1), yOf(value).toFixed(1)];
    return shape === 'steps' ? [`${x},${y}`, `${((index + 1) * step).toFixed(1)},${y}`] : [`${x},${y}`];
  });
  return (
    <span className="pt-spark" role="img" aria-label={label} title={label}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {shape === 'bars' ? (
          values.map(
            (value, index) =>
              value !== null && (
                // The place of a value is its day.
                // oxlint-disable-next-line react/no-array-index-key
                <rect
                  key={index}
                  x={index * step}
                  y={Math.min(yOf(value), height - air)}
                  width={step * 0.75}
                  height={height - Math.min(yOf(value), height - air)}
                />
              ),
          )
        ) : (
          <polyline points={points.join(' ')} />
        )}
      </svg>
    </span>
  );
}
