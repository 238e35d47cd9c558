import { createReadStream } from 'node:fs';
import { tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import { type FileOutcome, openFolder as open, watchFolder as watch } from '#server/platform/folder/index.ts';
import { FileTooLarge, storeFile } from './file-store.ts';
import { processFile } from './process-file.ts';
import { MAX_FILE_BYTES, type EdiDeps } from './types.ts';

/** Counts a file that is not even kept. */
const countTooLarge = (deps: EdiDeps, name: string): Promise<void> =>
  tallyRefusals(
    deps.database,
    [{ tenantId: null, sourceId: null, sender: '', via: 'edi', reason: 'too_large', field: '', n: 1, sample: name }],
    deps.clock.now(),
  );

/** Keeps one file; undefined when it is too large. Throws what kept it from being stored: it is to be tried again. */
async function keepFile(deps: EdiDeps, path: string, name: string): Promise<number | undefined> {
  const file = {
    tenantId: null,
    direction: 'in',
    way: 'folder',
    name,
    receivedAt: deps.clock.now(),
    uploadedBy: null,
    allowedTenants: null,
  } as const;
  try {
    const bytes = createReadStream(path, { highWaterMark: 262_144 });
    return (await storeFile(deps.database, file, bytes, MAX_FILE_BYTES)).id;
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    await countTooLarge(deps, name);
    return undefined;
  }
}

/** Reads one file. Once it is kept it is not stored again: what interrupts its reading is taken up in the background. */
async function takeFile(deps: EdiDeps, path: string, name: string): Promise<FileOutcome> {
  let id: number | undefined;
  try {
    id = await keepFile(deps, path, name);
  } catch (error) {
    deps.log.warn({ err: error, file: name }, 'an EDI file could not be kept; it is tried again');
    return 'again';
  }
  if (id === undefined) return 'refused';
  try {
    const { messages, refused } = await processFile(deps, id);
    return messages > refused ? 'taken' : 'refused';
  } catch (error) {
    deps.log.error({ err: error, file: name }, 'the reading of a kept EDI file was interrupted; it goes on later');
    return 'taken';
  }
}

/** Opens the folder for partners to put files into. @internal */
export const openFolder = (deps: EdiDeps, folder: string) => open(folder, (path, name) => takeFile(deps, path, name));

/** Looks into the folder of partners every few seconds until it is stopped. */
export const watchFolder = (deps: EdiDeps, folder: string, everyMs: number) =>
  watch(folder, (path, name) => takeFile(deps, path, name), { ...deps, everyMs });
