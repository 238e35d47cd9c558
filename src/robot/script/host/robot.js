// What a script sees of its robot. This module runs inside the sandbox, in the same realm as the script, so that nothing relies on it: it
// makes `robot` comfortable, and whatever a script changes here, it changes for itself. `call` takes and gives texts and is all that
// leads out.

const { stringify, parse } = JSON;

const textOf = (value) => {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};

const encodeFields = (fields) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`.replaceAll('%20', '+'))
    .join('&');

/** Fetches pages; what a page can do is done by further calls. */
const opener = (call, ask) =>
  async function open(url, options = {}) {
    const { method, headers, body, from, expects } = options;
    const page = await ask('fetch', { url: String(url), method, headers, body, from, expects });
    const forms = () => {
      const found = call(stringify({ do: 'forms', html: page.text }));
      if (typeof found !== 'string') throw new Error('the page is too large to read its forms');
      return parse(found);
    };
    const submit = (which = 0, values = {}) => {
      const all = forms();
      const form = typeof which === 'number' ? all[which] : all.find(({ name }) => name === which);
      if (form === undefined) throw new Error(`the page has no form ${String(which)}`);
      const data = encodeFields({ ...form.fields, ...values });
      const base = form.action === '' ? page.url : form.action;
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return form.method === 'POST'
        ? open(base, { method: 'POST', headers: type, body: data, from: page.url })
        : open(`${base.split('?')[0] ?? ''}?${data}`, { from: page.url });
    };
    return Object.freeze({ ...page, json: () => parse(page.text), forms, submit });
  };

const robotOf = ({ about, siteUrl }, { call, ask, shouldStop }) => {
  const open = opener(call, ask);
  return Object.freeze({
    job: Object.freeze(about),
    siteUrl,
    log: (text, level = 'info') => {
      call(stringify({ do: 'log', level: String(level), text: textOf(text).slice(0, 8000) }));
    },
    progress: (percent, text) => {
      const shown = text === undefined ? undefined : textOf(text).slice(0, 1000);
      call(stringify({ do: 'progress', percent: Number(percent) || 0, text: shown }));
    },
    shouldStop,
    fetch: (url, { method, headers, body, expects } = {}) => open(url, { method, headers, body, expects }),
    asset: (type) => ask('asset', String(type)),
    artifact: (name, contentType, text) =>
      ask('artifact', { name: String(name), contentType: String(contentType), text: textOf(text) }),
    pagesDue: (options = {}) => ask('pagesDue', { ...options }),
    bringPage: (page) => ask('bringPage', { ...page }),
    sleep: (ms) => ask('sleep', Number(ms) || 0),
    fail: (code, text) => {
      throw Object.assign(new Error(String(text)), { code: String(code) });
    },
  });
};

/** The output of a script as JSON. */
const outputText = (output) => stringify({ output });

/** Why a script failed, as JSON. */
const failureText = (error) => {
  const { name, code, stopped, stack } = typeof error === 'object' && error !== null ? error : {};
  // The name of an error says something when it is not just "Error".
  const text = error instanceof Error && name === 'Error' ? String(error.message) : textOf(error);
  const line = typeof stack === 'string' ? /script\.js:(\d+)/.exec(stack)?.[1] : undefined;
  return stringify({
    text: text.slice(0, 4000) + (line === undefined || code !== undefined ? '' : ` (line ${line})`),
    code: typeof code === 'string' ? code.slice(0, 60) : undefined,
    stopped: stopped === true,
  });
};

/** Makes the robot of a job; `take` hands in the answer to a question, or that the job shall stop. */
export function openRobot(call, jobText) {
  const job = parse(jobText);
  const waiting = new Map();
  let serial = 0;
  let stopping = false;
  const ask = (what, value) =>
    new Promise((resolve, reject) => {
      serial += 1;
      const refused = call(stringify({ do: 'ask', id: serial, what, value }));
      if (typeof refused === 'string') reject(new Error(refused));
      else waiting.set(serial, { resolve, reject });
    });
  const take = (text) => {
    const { id, stop, value, error, code, stopped } = parse(text);
    if (stop === true) stopping = true;
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    if (error === undefined) one.resolve(value);
    else one.reject(Object.assign(new Error(error), { code, stopped: stopped === true }));
  };
  const robot = robotOf(job, { call, ask, shouldStop: () => stopping });
  return { robot, input: job.input, take, outputText, failureText };
}
