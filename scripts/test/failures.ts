/** A test that failed, or a journey that passed only when repeated; `reason` is the first line of its error. */
export type Failure = { name: string; reason: string };

const colours = /\u001B\[[0-9;]*m/g;
const longestReason = 200;

/** The first line of an error, without colours, in at most 200 characters. */
function firstLine(message: string | undefined): string {
  const lines = (message ?? '').slice(0, 10_000).replace(colours, '').split('\n');
  return (lines.find((line) => line.trim() !== '') ?? 'no message').trim().slice(0, longestReason);
}

type VitestReport = {
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[];
  }[];
};

/** The failed tests in vitest's JSON report; a file that could not be loaded is one of them. */
export function failuresOfVitest(text: string, root: string): Failure[] {
  const { testResults }: VitestReport = JSON.parse(text);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, reason: firstLine(message) }];
    return failed.map((test) => ({ name: `${file} › ${test.fullName}`, reason: firstLine(test.failureMessages?.[0]) }));
  });
}

type PlaywrightSuite = {
  title: string;
  suites?: readonly PlaywrightSuite[];
  specs?: readonly {
    title: string;
    tests: readonly { status: string; results: readonly { error?: { message?: string } }[] }[];
  }[];
};

type PlaywrightReport = { suites: readonly PlaywrightSuite[]; errors?: readonly { message?: string }[] };

/** The journeys in Playwright's JSON report that failed at least once, each with its first error. */
export function failuresOfPlaywright(text: string): Failure[] {
  const within = ({ title, suites = [], specs = [] }: PlaywrightSuite, above: string): Failure[] => {
    const path = above === '' ? title : `${above} › ${title}`;
    const failed = specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          name: `${path} › ${spec.title}${status === 'flaky' ? ' (passed when repeated)' : ''}`,
          reason: firstLine(results.find(({ error }) => error !== undefined)?.error?.message),
        })),
    );
    return [...failed, ...suites.flatMap((suite) => within(suite, path))];
  };
  const { suites, errors = [] }: PlaywrightReport = JSON.parse(text);
  return [
    ...suites.flatMap((suite) => within(suite, '')),
    ...errors.map(({ message }) => ({ name: 'outside the journeys', reason: firstLine(message) })),
  ];
}

/** Failures in lines for people: the suite and the test, and below it the reason. */
export const failureLines = (failures: readonly (Failure & { suite: string })[]): string[] =>
  failures.flatMap(({ suite, name, reason }) => [`${suite.padEnd(12)} ${name}`, `${' '.repeat(15)}${reason}`]);
