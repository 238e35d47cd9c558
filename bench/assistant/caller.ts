import type { CallData, CallInput } from '#contract/index.ts';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import type { Lang } from '#shared/i18n/text.ts';

/** Somebody who makes the product's own calls in one language. */
export type Caller = {
  call: <N extends CallName>(name: N, input?: CallInput<N>) => Promise<CallData<N>>;
  inLanguage: (lang: Lang) => Caller;
};

/** The calls of a session; throws where one is refused. */
export const callerOf = (url: string, cookie: string, lang: Lang): Caller => ({
  call: async (name, input) => {
    const { method, path }: CallPath = paths[name];
    const query = new URLSearchParams();
    if (method === 'GET')
      for (const [key, value] of Object.entries(input ?? {}))
        if (value !== undefined && value !== null) query.set(key, String(value));
    const answer = await fetch(`${url}${path}${query.size === 0 ? '' : `?${query}`}`, {
      method,
      headers: { source: 'Manual', 'content-type': 'application/json', 'x-lang': lang, cookie },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input ?? {}) }),
    });
    const envelope = (await answer.json()) as { status: number; msg: string; data: CallData<typeof name> };
    if (envelope.status !== 1) throw new Error(`${path}: ${envelope.msg}`);
    return envelope.data;
  },
  inLanguage: (other) => callerOf(url, cookie, other),
});
