/** What a process does. */
export type Role = 'web' | 'worker' | 'simulator';
export const knownRoles: readonly Role[] = ['web', 'worker', 'simulator'];

/** Which proxies are believed: none, the last so many, or those with the listed addresses; never all of them. */
export function trustProxyOf(text: string | undefined): false | number | string {
  if (text === undefined || ['off', 'false', '0', ''].includes(text)) return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** The roles that the arguments of the process name, as they are written. */
export const rolesOf = (args: readonly string[]): string[] =>
  args
    .filter((arg) => arg.startsWith('--role='))
    .flatMap((arg) => arg.slice('--role='.length).split(','))
    .map((role) => role.trim())
    .filter(Boolean);
