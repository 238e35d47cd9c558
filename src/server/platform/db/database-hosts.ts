/**
 * The addresses that a database URL names, each with one host: `postgres://user:pass@one:5432,two:5433/name` names two. The parameter
 * `target_session_attrs` is left out of them.
 */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  const rest = after.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_all, first: string, last: string) =>
    last === '' ? '' : first,
  );
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

const writable = new Set(['read-write', 'primary']);

/** What a URL demands of the server: one that takes writes, or any; undefined when it is something the product does not serve. */
export function wantsWritable(url: string): boolean | undefined {
  const [, wanted = 'any'] = /[?&]target_session_attrs=([^&]*)/.exec(url) ?? [];
  if (writable.has(wanted)) return true;
  // The product writes: any server of several is the one that takes writes.
  return wanted === 'any' ? hostsOf(url).length > 1 : undefined;
}

/** Whether a text is the URL of one or several database servers. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//.test(text) &&
  hostsOf(text).every((one) => URL.canParse(one)) &&
  wantsWritable(text) !== undefined;
