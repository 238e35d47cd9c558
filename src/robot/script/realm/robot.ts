import { encodeFields, formsOf } from './forms.ts';

/** What a script is told of its job. */
export type Told = { about: object; input: unknown; siteUrl: string | null };

type Ask = (what: string, value: unknown) => Promise<unknown>;
type Page = { url: string; status: number; headers: Record<string, string>; text: string };
type Options = { method?: string; headers?: Record<string, string>; body?: string };

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};

const fetcher = (ask: Ask) => {
  const open = async (url: unknown, options: Options & { from?: string } = {}): Promise<object> => {
    const { method, headers, body, from } = options;
    const page = (await ask('fetch', { url: String(url), method, headers, body, from })) as Page;
    return Object.freeze({
      ...page,
      json: () => JSON.parse(page.text) as unknown,
      forms: () => formsOf(page.text),
      submit: (which: number | string = 0, values: Record<string, unknown> = {}) => {
        const forms = formsOf(page.text);
        const form = typeof which === 'number' ? forms[which] : forms.find(({ name }) => name === which);
        if (form === undefined) throw new Error(`the page has no form ${String(which)}`);
        const data = encodeFields({ ...form.fields, ...values });
        const base = form.action === '' ? page.url : form.action;
        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        return form.method === 'POST'
          ? open(base, { method: 'POST', headers: type, body: data, from: page.url })
          : open(`${base.split('?')[0] ?? ''}?${data}`, { from: page.url });
      },
    });
  };
  return (url: unknown, options?: Options) => open(url, options);
};

const robotOf = (
  { about, siteUrl }: Told,
  parts: { ask: Ask; tell: (message: object) => void; stopping: () => boolean },
) => {
  const { ask, tell, stopping } = parts;
  const log = (text: unknown, level: unknown = 'info'): void =>
    tell({ what: 'log', value: { level: String(level), text: textOf(text).slice(0, 8000) } });
  return Object.freeze({
    job: Object.freeze(about),
    siteUrl,
    log,
    progress: (percent: unknown, text?: unknown) =>
      tell({
        what: 'progress',
        value: { percent: Number(percent) || 0, text: text === undefined ? undefined : textOf(text) },
      }),
    shouldStop: stopping,
    fetch: fetcher(ask),
    asset: (type: unknown) => ask('asset', String(type)),
    artifact: (name: unknown, contentType: unknown, text: unknown) =>
      ask('artifact', { name: String(name), contentType: String(contentType), text: textOf(text) }),
    pagesDue: (options: object = {}) => ask('pagesDue', { ...options }),
    bringPage: (page: object) => ask('bringPage', { ...page }),
    sleep: (ms: unknown) => ask('sleep', Number(ms) || 0),
    fail: (code: unknown, text: unknown) => {
      throw Object.assign(new Error(String(text)), { code: String(code) });
    },
  });
};

type Failed = { code?: unknown; stopped?: unknown };
type Message = Failed & { id?: number; stop?: boolean; value?: unknown; error?: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Runs a script; `post` gives texts to the process it is in, and never leaves this function. Gives what takes answers. */
export function openRobot(
  post: (text: string) => void,
  toldText: string,
  body: (robot: object, input: unknown) => Promise<unknown>,
): (text: string) => void {
  const { stringify, parse } = JSON;
  const told = parse(toldText) as Told;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let serial = 0;
  let stopping = false;
  const tell = (message: object): void => post(stringify(message));
  const ask: Ask = (what, value) =>
    new Promise((resolve, reject) => {
      serial += 1;
      waiting.set(serial, { resolve, reject });
      tell({ id: serial, what, value });
    });
  body(robotOf(told, { ask, tell, stopping: () => stopping }), told.input).then(
    (output) => {
      try {
        tell({ done: true, output });
      } catch (error) {
        tell({ failed: `the output is no JSON: ${error instanceof Error ? error.message : String(error)}` });
      }
    },
    (error: unknown) => {
      const { code, stopped }: Failed = isObject(error) ? error : {};
      tell({
        failed: textOf(error).slice(0, 4000),
        code: typeof code === 'string' ? code : undefined,
        stopped: stopped === true,
      });
    },
  );
  return (text) => {
    const message = parse(text) as Message;
    if (message.stop === true) stopping = true;
    const one = waiting.get(message.id ?? 0);
    if (one === undefined) return;
    waiting.delete(message.id ?? 0);
    if (message.error === undefined) one.resolve(message.value);
    else one.reject(Object.assign(new Error(message.error), { code: message.code, stopped: message.stopped === true }));
  };
}
