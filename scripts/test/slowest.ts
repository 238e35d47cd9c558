/** How long one file of tests, or one journey, took. */
export type Took = { name: string; seconds: number };

type VitestReport = {
  testResults: readonly { name: string; assertionResults: readonly { duration?: number | null }[] }[];
};

/** The time of each file in vitest's JSON report: the sum of its tests. */
export function timesOfVitest(text: string, root: string): Took[] {
  const { testResults }: VitestReport = JSON.parse(text);
  return testResults.map(({ name, assertionResults }) => ({
    name: name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name,
    seconds: assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000,
  }));
}

type PlaywrightSuite = {
  title: string;
  suites?: readonly PlaywrightSuite[];
  specs?: readonly { title: string; tests: readonly { results: readonly { duration: number }[] }[] }[];
};

/** The time of each journey in Playwright's JSON report, attempts together. */
export function timesOfPlaywright(text: string): Took[] {
  const within = ({ title, suites = [], specs = [] }: PlaywrightSuite, above: string): Took[] => {
    const path = above === '' ? title : `${above} › ${title}`;
    return [
      ...specs.map((spec) => ({
        name: `${path} › ${spec.title}`,
        seconds: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
      ...suites.flatMap((suite) => within(suite, path)),
    ];
  };
  const { suites }: { suites: readonly PlaywrightSuite[] } = JSON.parse(text);
  return suites.flatMap((suite) => within(suite, ''));
}

/** The slowest of a run, in lines for people. */
export function slowestLines(times: readonly (Took & { suite: string })[], limit = 10): string[] {
  const slow = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, limit);
  return slow.map(({ suite, name, seconds }) => `${suite.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${name}`);
}
