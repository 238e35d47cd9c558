import packageJson from '../../../package.json' with { type: 'json' };
import type { CommandInput, Outcome } from './command.ts';

/** Shows the version of the product. */
export async function showVersion({ say }: Pick<CommandInput, 'say'>): Promise<Outcome> {
  say(packageJson.version);
  return 0;
}
