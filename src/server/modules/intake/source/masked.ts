const MASK = '••••••';
/** Shorter values occur by chance, and would make everything unreadable. */
const SHORTEST = 4;

/** Takes secrets out of texts that are shown: each value as it is, in an address, in JSON, and as part of HTTP Basic. */
export function maskOf(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) forms.add(form);
  }
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

/** Headers whose values are secrets whatever they hold. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** Headers for people: what proves identity is not shown. */
export function maskedHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  mask: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = typeof value === 'string' ? value : value.join(', ');
      return [[name, secretHeaders.has(name.toLowerCase()) ? MASK : mask(text)]];
    }),
  );
}
