import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { PreparedAnswer } from '../data/prepared-answers.ts';

/** Answers written by hand, 50 a statement: what keeping them costs at least; answers a second. */
export async function insertRaw(client: pg.Client, answers: readonly PreparedAnswer[]): Promise<number> {
  await client.query(
    'create table raw_floor (bill_no text, received_at timestamptz not null default now(), body bytea not null, hash bytea not null)',
  );
  const startedAt = performance.now();
  for (let at = 0; at < answers.length; at += 50) {
    const part = answers.slice(at, at + 50).map(({ billNo, body }) => ({ billNo, body: Buffer.from(body) }));
    await client.query(
      'insert into raw_floor (bill_no, body, hash) select * from unnest($1::text[], $2::bytea[], $3::bytea[])',
      [
        part.map(({ billNo }) => billNo),
        part.map(({ body }) => body),
        part.map(({ body }) => createHash('sha256').update(body).digest()),
      ],
    );
  }
  return answers.length / ((performance.now() - startedAt) / 1000);
}
