import type { ShipmentContent } from '#domain/tracking/model.ts';
import { ARCHIVE_AWAY, readArchived } from '#server/platform/archive/index.ts';
import type { Database } from '#server/platform/db/database.ts';

type RecordKey = { id: number; subscription_id: number };
type Stored = RecordKey & { content: ShipmentContent | null };
type Complete<Row extends Stored> = Row & { content: ShipmentContent };

const isComplete = <Row extends Stored>(row: Row): row is Complete<Row> => row.content !== null;

/** Contents of records that are in the archive alone, by id. Throws an error with the code ARCHIVE_AWAY when one cannot be read. */
export async function archivedContents(
  database: Database,
  records: readonly RecordKey[],
): Promise<Map<number, ShipmentContent>> {
  const subscriptionIds = [...new Set(records.map((record) => record.subscription_id))];
  const texts = new Map<number, string>();
  for (const { id, content } of await readArchived(database, 'shipment_record', subscriptionIds, ['content']))
    texts.set(id, content);
  return new Map(
    records.map(({ id }) => {
      const text = texts.get(id);
      if (text === undefined)
        throw Object.assign(new Error(`the content of record ${id} is not in the archive`), { code: ARCHIVE_AWAY });
      const content: ShipmentContent = JSON.parse(text);
      return [id, content];
    }),
  );
}

/** Rows of `shipment` with their contents, also from the archive. Throws an error with the code ARCHIVE_AWAY when one cannot be read. */
export async function withContents<Row extends Stored>(database: Database, rows: Row[]): Promise<Complete<Row>[]> {
  if (rows.every(isComplete)) return rows;
  const archived = await archivedContents(
    database,
    rows.filter((row) => !isComplete(row)),
  );
  return rows.flatMap((row) => {
    const content = row.content ?? archived.get(row.id);
    return content === undefined ? [] : [{ ...row, content }];
  });
}

/** Puts the content of a record back into the database, where people choose it to be shown in place of what was fused; in their transaction. */
export async function restoreContent(database: Database, id: number): Promise<void> {
  const rows = await database.query<{
    id: number;
    subscription_id: number;
    tenant_id: number;
    content: ShipmentContent | null;
  }>('select id, subscription_id, tenant_id, content from shipment where id = $1 for update', [id]);
  for (const row of rows.filter((one) => !isComplete(one))) {
    const contents = await archivedContents(database, [row]);
    await database.execute('update shipment set content = $3 where id = $1 and tenant_id = $2', [
      id,
      row.tenant_id,
      JSON.stringify(contents.get(id)),
    ]);
  }
}
