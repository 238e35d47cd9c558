import { stripVTControlCharacters } from 'node:util';

/** A test that failed, or a journey that passed only when repeated; `reasons` are the first lines of its errors. */
export type Failure = { name: string; reasons: readonly string[] };

const longestLine = 200;
const linesOfReason = 6;
/** A line of a stack in a file of ours. */
const ownFrame = /^at (?!.*node_modules).*:\d+:\d+\)?$/;

/** The first six lines of an error that state something and its first place in our code, without colours, cut to 200 characters. */
function reasonOf(message: string | undefined, place?: { file: string; line: number }): string[] {
  const lines = stripVTControlCharacters((message ?? '').slice(0, 20_000))
    .split('\n')
    .map((line) => line.trim().slice(0, longestLine))
    .filter((line) => line !== '');
  const frame = lines.find((line) => ownFrame.test(line));
  const stated = lines.filter((line) => !line.startsWith('at ')).slice(0, linesOfReason);
  const where = place === undefined ? frame : `at ${place.file}:${place.line}`;
  return [...(stated.length === 0 ? ['no message'] : stated), ...(where === undefined ? [] : [where])];
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
    if (failed.length === 0 && status === 'failed') return [{ name: file, reasons: reasonOf(message) }];
    return failed.map((test) => ({ name: `${file} › ${test.fullName}`, reasons: reasonOf(test.failureMessages?.[0]) }));
  });
}

/** Elements of a page that tell what it showed: its headings, what can be chosen, and messages with the two lines below them. */
const shownElement = /^\s*- (?:heading|combobox|(alert|status|dialog))\b/;
const linesShown = 20;

/** What a page showed when a journey failed, from the outline of the page that Playwright attaches. */
function shownIn(outline: string): string[] {
  const lines = outline.split('\n');
  const shown = lines.flatMap((line, at) => {
    const [found, message] = shownElement.exec(line) ?? [];
    return found === undefined ? [] : lines.slice(at, message === undefined ? at + 1 : at + 3);
  });
  return [...new Set(shown)].slice(0, linesShown).map((line) => `shown: ${line.trim().slice(0, longestLine)}`);
}

type PlaywrightResult = {
  error?: { message?: string; location?: { file: string; line: number } };
  attachments?: readonly { name: string; path?: string }[];
};

type PlaywrightSuite = {
  title: string;
  suites?: readonly PlaywrightSuite[];
  specs?: readonly {
    title: string;
    tests: readonly { status: string; results: readonly PlaywrightResult[] }[];
  }[];
};

type PlaywrightReport = { suites: readonly PlaywrightSuite[]; errors?: readonly { message?: string }[] };

/** The journeys in Playwright's JSON report that failed at least once, each with the error of each attempt and what the page showed. */
export function failuresOfPlaywright(text: string, read: (path: string) => string): Failure[] {
  const reasonsOf = ({ error, attachments = [] }: PlaywrightResult): string[] => {
    if (error === undefined) return [];
    const outlines = attachments.flatMap(({ name, path }) =>
      name === 'error-context' && path !== undefined ? path : [],
    );
    return [...reasonOf(error.message, error.location), ...outlines.flatMap((path) => shownIn(read(path)))];
  };
  const within = ({ title, suites = [], specs = [] }: PlaywrightSuite, above: string): Failure[] => {
    const path = above === '' ? title : `${above} › ${title}`;
    const failed = specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          name: `${path} › ${spec.title}${status === 'flaky' ? ' (passed when repeated)' : ''}`,
          reasons: results.flatMap(reasonsOf),
        })),
    );
    return [...failed, ...suites.flatMap((suite) => within(suite, path))];
  };
  const { suites, errors = [] }: PlaywrightReport = JSON.parse(text);
  return [
    ...suites.flatMap((suite) => within(suite, '')),
    ...errors.map(({ message }) => ({ name: 'outside the journeys', reasons: reasonOf(message) })),
  ];
}

/** Failures in lines for people: the suite and the test, and below it the reasons. */
export const failureLines = (failures: readonly (Failure & { suite: string })[]): string[] =>
  failures.flatMap(({ suite, name, reasons }) => [
    `${suite.padEnd(12)} ${name}`,
    ...reasons.map((line) => `${' '.repeat(15)}${line}`),
  ]);
