import { AppError } from '#server/platform/errors/app-error.ts';
import type { Desk } from './desk.ts';

/** The code of a port that is given by its code or its name; throws AppError for an unknown port. */
export async function portCodeOf(desk: Desk, given: string): Promise<string> {
  const code = given.trim().toUpperCase();
  if (desk.reference.ports.has(code)) return code;
  const { records } = await desk.ask('searchPorts', { keyword: given.trim(), pageSize: 1 });
  const [first] = records;
  if (first === undefined) throw new AppError('assistant.noPort', { port: desk.quote(given) });
  return first.portCode;
}
