import { readFile } from 'node:fs/promises';

const folder = new URL('../../../../../../seeds/robots/', import.meta.url);
const read = (name: string): Promise<string> => readFile(new URL(`${name}.js`, folder), 'utf8');

/** The script of a carrier as robots run it: the frame that all of them share, and what is its own. */
export async function readScript(name: string): Promise<string> {
  const [frame, own] = await Promise.all([read('frame'), read(name)]);
  return `${frame}\n${own}`;
}
