import { defineModule } from '#server/module/index.ts';
import { cargoImpTasks } from './tasks.ts';
import { openFolder, watchFolder } from '#server/platform/folder/index.ts';
import { takeFile } from './take-file.ts';
import type { CargoImpDeps } from './types.ts';

/** Opens the folder into which airlines put files, and a mail server puts mails. */
export const openCargoImpFolder = (deps: CargoImpDeps, folder: string) =>
  openFolder(folder, (path, name) => takeFile(deps, path, name));

/** Looks into the folder of airlines every few seconds until it is stopped. */
export const watchCargoImpFolder = (deps: CargoImpDeps, folder: string, everyMs: number) =>
  watchFolder(folder, (path, name) => takeFile(deps, path, name), { ...deps, everyMs });

/** Messages of airlines in files and mails. */
export const cargoImp = defineModule({
  name: 'cargo-imp',
  background: cargoImpTasks,
});
