import { readFile } from 'node:fs/promises';
import { valueFor } from '#shared/values/items.ts';
import { keysOf, recordOf } from '#shared/values/objects.ts';

const root = new URL('../../../../../', import.meta.url);
const fileNames = {
  countries: 'seeds/countries.csv',
  ports: 'generated/ports.csv',
  aliases: 'seeds/port-aliases.csv',
  fences: 'seeds/port-fences.csv',
  airports: 'generated/airports.csv',
  airlines: 'seeds/airlines.csv',
  railStations: 'seeds/rail-stations.csv',
  carriers: 'seeds/carriers.csv',
  vessels: 'seeds/vessels.csv',
  statuses: 'seeds/statuses.csv',
  containerTypes: 'seeds/container-types.csv',
  exceptionTypes: 'seeds/exception-types.csv',
  exceptionHandleStatuses: 'seeds/exception-handle-statuses.csv',
  riskZones: 'seeds/risk-zones.csv',
  eventFields: 'seeds/event-fields.csv',
  eventItemTypes: 'seeds/event-item-types.csv',
  dictionary: 'seeds/dictionary.csv',
} as const;
/** The files of reference data by what they hold. */
export type Texts = Record<keyof typeof fileNames, string>;

/** Reads all files of reference data. */
export async function readTexts(): Promise<Texts> {
  const names = keysOf(fileNames);
  const texts = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(new URL(fileNames[name], root), 'utf8')] as const),
    ),
  );
  return recordOf(names, (name) => valueFor(texts, name));
}
