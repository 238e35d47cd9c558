import { splitPasted } from '../text/normalize.ts';

/** Who is notified of events: people by user code, roles, and feedback definitions of the tenant by id. */
export type Recipients = { people: readonly string[]; roles: readonly string[]; definitions: readonly number[] };

const rolePrefix = 'role:';
const definitionPrefix = 'feedback:';

/** How a role is written among recipients: the code of a shipped one, or the id of an own template. */
export const roleRecipient = (role: string): string => `${rolePrefix}${role}`;

/** How a feedback definition is written among recipients. */
export const definitionRecipient = (id: number): string => `${definitionPrefix}${id}`;

/** Reads recipients as they are kept: separated by commas. */
export function readRecipients(text: string | null | undefined): Recipients {
  const all = splitPasted(text ?? '');
  const after = (prefix: string): string[] =>
    all.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  return {
    people: all.filter((one) => !one.startsWith(rolePrefix) && !one.startsWith(definitionPrefix)),
    roles: after(rolePrefix),
    definitions: after(definitionPrefix)
      .filter((id) => /^\d{1,15}$/.test(id))
      .map(Number),
  };
}
