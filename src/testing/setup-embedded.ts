import { embeddedTemplate } from './database-templates.ts';

/** Makes the template before the tests, so that parallel files do not all make it. */
export async function setup(): Promise<void> {
  await embeddedTemplate();
}
