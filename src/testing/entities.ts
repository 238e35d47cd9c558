import { readFile } from 'node:fs/promises';
import { entities } from '#entities/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { CallName } from '#contract/paths.ts';
import type { EntityAction } from '#contract/entity-paths.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { imoCheckDigit } from '#shared/ids/imo.ts';
import { parseDictionary } from '#shared/reference/statuses.ts';
import { casesHere, entityTraits, fieldTraits } from './sample.ts';
import type { CallOptions, TestAnswer, TestClient } from './test-app.ts';

/** Every declared entity, as the mechanism sees it. */
export const allEntities: Readonly<Record<string, Entity>> = entities;

const file = new URL('../../seeds/dictionary.csv', import.meta.url);

/** Puts the product's dictionary, and nothing else of its reference data, into a test database. */
export async function seedTestDictionary(database: Database): Promise<void> {
  const rows = parseDictionary(await readFile(file, 'utf8'));
  for (const [codeType, values] of Map.groupBy(rows, (row) => row.codeType)) {
    const { id } = await database.system
      .insertInto('md_code_type')
      .values({ code_type: codeType, code_name: values[0]?.codeNameCn ?? codeType })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.system
      .insertInto('md_code_dict')
      .values(
        values.map((row) => ({
          code_type_id: id,
          code_type: codeType,
          code_value: row.codeValue,
          display_cn: row.displayValueCn,
        })),
      )
      .execute();
  }
}

/** Makes a call of an entity. */
export const callEntity = (
  client: TestClient,
  entity: Entity,
  action: EntityAction,
  options: CallOptions = {},
): Promise<TestAnswer> => client.call(`${entity.name}.${action}` as CallName, options);

let serial = 0;

const lettersOf = (value: number, length: number): string =>
  Array.from({ length }, (_, place) => String.fromCharCode(65 + (Math.floor(value / 26 ** place) % 26))).join('');

let codes = 0;
/** Codes of a shape of their own that occur once. */
const codeSamples: Readonly<Record<string, () => string>> = {
  address: () => `${lettersOf((codes += 1), 4)}@x.example`.toLowerCase(),
  portCode: () => `ZZ${lettersOf((codes += 1), 3)}`,
  airportCode: () => lettersOf((codes += 1), 3),
  airlineCode: () => lettersOf((codes += 1), 2),
  typeCode: () => lettersOf((codes += 1), 4),
  zoneCode: () => `ZONE_${lettersOf((codes += 1), 4)}`,
  terminalNo: () => String(19_900_000_000 + (codes += 1)),
  imo: () => {
    const six = String(900_000 + (codes += 1));
    return `${six}${imoCheckDigit(six)}`;
  },
};

/** Fields that exclude others which are filled (a fence is a circle or an outline), or name a row that is no entity. */
const leftEmpty: Readonly<Record<string, readonly string[]>> = {
  portFence: ['outline'],
  schedule: ['subscribeId'],
  eventItem: ['notifyUsers', 'carrierCodes'],
};

async function valueOf(
  client: TestClient,
  name: string,
  field: Field,
  tenantId: number,
  dictionary: (dict: string) => string,
): Promise<unknown> {
  serial += 1;
  switch (field.kind) {
    case 'text':
    case 'secret': {
      const text =
        codeSamples[name]?.() ??
        field.example ??
        `${name.slice(0, Math.max(1, field.max - 6))}${serial}`.slice(-field.max);
      return field.kind === 'text' && field.upper === true ? text.toUpperCase() : text;
    }
    case 'integer':
      return field.min + (serial % Math.max(1, field.max - field.min));
    case 'number':
      return field.min;
    case 'flag':
      return 1;
    case 'day':
      // Prices must not have ended yet.
      return new Date(Date.UTC(2099, 0, 1 + serial)).toISOString().slice(0, 10);
    case 'instant':
      return Date.UTC(2026, 0, 1) + serial;
    case 'choice':
      return field.default ?? dictionary(field.dict);
    case 'reference': {
      if (field.entity === 'tenant') return String(tenantId);
      const target = allEntities[field.entity] as Entity;
      const made = await callEntity(client, target, 'insert', {
        body: await sampleRow(client, target, tenantId, dictionary),
      });
      if (made.status !== 1) throw new Error(`no ${target.name} could be made: ${made.msg}`);
      return (made.data as Record<string, string>)[target.id];
    }
  }
}

/** What may be entered for a new row: every field that goes with the others filled by its declaration, what it refers to made first. */
export async function sampleRow(
  client: TestClient,
  entity: Entity,
  tenantId: number,
  dictionary: (dict: string) => string,
): Promise<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readOnly === true || leftEmpty[entity.name]?.includes(name) === true) continue;
    row[name] = await valueOf(client, name, field, tenantId, dictionary);
  }
  return row;
}

/** The entities whose generated tests run on this database. */
export const entitiesHere = casesHere(Object.values(allEntities), entityTraits);

const fieldsHere = new Set(
  casesHere(
    entitiesHere.flatMap((entity) => Object.values(entity.fields)),
    fieldTraits,
  ),
);

/** Fields that people write and that have tests of their own on this database. */
export const fieldsToTry = (entity: Entity, which: (field: Field) => boolean): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => field.readOnly !== true && which(field) && fieldsHere.has(field));
