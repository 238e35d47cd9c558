import { afterEach, beforeEach, expect } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import { type CallData, type CallInput, calls } from '#contract/index.ts';
import type { CallShape } from '#contract/call.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';

/** An answer that says no: its text, what belongs to it, and the status of HTTP. */
export class Refusal {
  readonly msg: string;
  readonly data: unknown;
  readonly httpStatus: number;

  constructor(msg: string, { data = null, httpStatus = 200 }: { data?: unknown; httpStatus?: number } = {}) {
    this.msg = msg;
    this.data = data;
    this.httpStatus = httpStatus;
  }
}

/** An answer that says yes with a text about what was done; any other answer has none. */
export class Success<T> {
  readonly data: T;
  readonly msg: string;

  constructor(data: T, msg: string) {
    this.data = data;
    this.msg = msg;
  }
}

/** A file as the answer, under the name that the browser is to give it. */
export class FileAnswer {
  readonly text: string;
  readonly fileName: string;

  constructor(text: string, fileName: string) {
    this.text = text;
    this.fileName = fileName;
  }
}

/** The answer of a question for the parts of given wholes: all of them, as a list without pages. */
export const allParts = <R>(rows: R[]): R[] & { records: R[]; totalPage: number; totalRecord: number } =>
  Object.assign([...rows], { records: rows, totalPage: 1, totalRecord: rows.length });

type Result<N extends CallName> = CallData<N> | Success<CallData<N>> | FileAnswer | Refusal;
/** What each call is answered with; `input` is the question as the browser sent it, beside a file that of the address. */
export type Answers = {
  [N in CallName]?: (input: NonNullable<CallInput<N>>) => Result<N> | Promise<Result<N>>;
};

/** A call as it came. */
export type RequestedCall = { name: CallName; input: unknown };

/** What a test does with the server that its screens ask. */
export type CallServer = {
  /** Adds answers, or replaces them. */
  answer: (answers: Answers) => void;
  /** The questions of a call so far, in their order. */
  asked: <N extends CallName>(name: N) => NonNullable<CallInput<N>>[];
};

/** What every list asks besides its rows, also some time later: nothing is kept. */
const common: Answers = { preferenceGet: () => null, preferenceSave: () => null, savedViews: () => [] };

const namesByPath = new Map<string, CallName>();
for (const [name, { method, path, also }] of Object.entries<CallPath>(paths)) {
  namesByPath.set(`${method} ${path}`, name as CallName);
  if (also !== undefined && !namesByPath.has(`${also} ${path}`)) namesByPath.set(`${also} ${path}`, name as CallName);
}

function queryOf({ searchParams }: URL): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const key of new Set(searchParams.keys())) {
    const values = searchParams.getAll(key);
    query[key] = values.length > 1 ? values : values[0];
  }
  return query;
}

const respond = (msg: string, data: unknown, status: number, httpStatus = 200): Response =>
  new Response(JSON.stringify({ status, msg, data }), {
    status: httpStatus,
    headers: { 'content-type': 'application/json' },
  });

const respondFile = ({ text, fileName }: FileAnswer): Response =>
  new Response(text, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  });

/**
 * Answers the calls of the screens under test, file by file: call it once, outside of tests. Questions and answers have to be as
 * the contract has them. A test fails when one is not, and when a call comes that it has no answer for.
 */
export function callServer(standard: Answers = {}): CallServer {
  let answers: Answers = {};
  let requested: RequestedCall[] = [];
  let faults: string[] = [];

  const fault = (text: string): Response => {
    faults.push(text);
    return respond(text, null, 0, 500);
  };
  const handle = async (address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(address), 'http://localhost');
    const method = init.method ?? 'GET';
    const name = namesByPath.get(`${method} ${url.pathname}`);
    if (name === undefined) return fault(`no call has the address ${method} ${url.pathname}`);
    const shape: CallShape = calls[name];
    const isAddressOnly = method === 'GET' || init.body instanceof Blob;
    const part = isAddressOnly ? shape.query : shape.body;
    const input: unknown = isAddressOnly ? queryOf(url) : JSON.parse(String(init.body ?? '{}'));
    const read = part?.safeParse(input);
    if (read?.success === false) return fault(`${name} was asked with what it refuses: ${read.error.message}`);
    requested.push({ name, input });
    const give = answers[name] as ((input: unknown) => unknown) | undefined;
    if (give === undefined) return fault(`${name} was asked and has no answer`);
    const given = await give(input);
    if (given instanceof Refusal) return respond(given.msg, given.data, 0, given.httpStatus);
    if (given instanceof FileAnswer) return respondFile(given);
    const { data, msg } = given instanceof Success ? given : new Success(given, '');
    const known = shape.data.safeParse(data);
    if (!known.success) return fault(`the answer of ${name} is not as its contract has it: ${known.error.message}`);
    return respond(msg, data, 1);
  };

  beforeEach(() => {
    answers = { ...common, ...standard };
    requested = [];
    faults = [];
    globalThis.fetch = handle;
  });
  afterEach(() => expect(faults).toEqual([]));

  return {
    answer: (more) => {
      answers = { ...answers, ...more };
    },
    asked: (name) => requested.filter((call) => call.name === name).map(({ input }) => input as never),
  };
}
