/** One figure measured, beside what it is compared with. */
export type Figure = {
  name: string;
  goal: string;
  measured: string;
  /** Floor or peer of the same run. */
  beside: string;
  ratio: string;
  /** undefined: reported for information only. */
  reached: boolean | undefined;
};

/** What `bench/index.ts` runs the single benchmarks with. */
export const isSmall = (): boolean => process.argv.includes('--small') || process.env['BENCH_SMALL'] === '1';

const columns = ['figure', 'goal', 'measured', 'floor or peer', 'ratio', 'verdict'] as const;

const verdictOf = ({ reached }: Figure): string => (reached === undefined ? '-' : reached ? 'reached' : 'FALLS SHORT');

/** The figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.goal,
    figure.measured,
    figure.beside,
    figure.ratio,
    verdictOf(figure),
  ]);
  const widths = columns.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] as string).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] as number)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Hands figures to `bench/index.ts`, or prints them when the benchmark was started by itself. */
export function report(figures: readonly Figure[]): void {
  if (process.send === undefined) console.log(`\n${tableOf(figures)}`);
  else process.send({ figures });
  if (figures.some(({ reached }) => reached === false)) process.exitCode = 1;
}

/** A number with as many digits as are worth reading. */
export const rounded = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
