import { messages, PGlite, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** A column as the database describes it before the statement runs. */
export type Described = {
  name: string;
  /** The PostgreSQL name of the type, such as `int8`. */
  type: string;
  /** The name of the nullable column from which it is taken as it is; null for all others. */
  nullable: string | null;
};

/** Describes statements in a migrated database; nothing is run. */
export type Describer = {
  describe: (text: string) => Promise<readonly Described[]>;
  close: () => Promise<void>;
};

/** Opens a copy of a migrated database from its tar, and asks it about statements. */
export async function openDescriber(template: Uint8Array<ArrayBuffer>): Promise<Describer> {
  const database = new PGlite({ loadDataDir: new Blob([template]), extensions: { pg_trgm } });
  const types = await database.query<{ oid: number; name: string }>('select oid::int4, typname as name from pg_type');
  const typeOf = new Map(types.rows.map(({ oid, name }) => [oid, name]));
  const columns = await database.query<{ of: number; place: number; name: string }>(
    'select attrelid::int4 as of, attnum::int4 as place, attname as name from pg_attribute where not attnotnull and attnum > 0',
  );
  const nullable = new Map(columns.rows.map(({ of, place, name }) => [`${of}.${place}`, name]));
  const send = (message: Uint8Array): ReturnType<PGlite['execProtocol']> => database.execProtocol(message);
  return {
    describe: async (text) => {
      try {
        await send(protocol.serialize.parse({ text }));
        const answers = await send(protocol.serialize.describe({ type: 'S' }));
        const description = answers.messages.find((one) => one instanceof messages.RowDescriptionMessage);
        return (description?.fields ?? []).map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: typeOf.get(dataTypeID) ?? String(dataTypeID),
          nullable: nullable.get(`${tableID}.${columnID}`) ?? null,
        }));
      } finally {
        await send(protocol.serialize.sync());
      }
    },
    close: () => database.close(),
  };
}
