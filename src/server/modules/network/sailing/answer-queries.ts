import type { AnsweredRoute } from '#domain/network/sailing/carrier-answers.ts';
import type { RouteQuestion } from '#server/connectors/dcsa/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A carrier that can be asked for its ways from port to port, with what it answered last to this question. */
export type RequestedCarrier = {
  carrier_code: string;
  base_url: string;
  credential: string | null;
  routes: AnsweredRoute[];
  validators: Record<string, string>;
  answered_at: Instant | null;
  failed_at: Instant | null;
};

const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** What names a question: the place of its parameters in statements is the same in all of them. */
const keyOf = ({ fromPort, toPort, dateOf, from, to, maxChanges }: RouteQuestion) => [
  fromPort,
  toPort,
  dateOf,
  dayOf(from),
  dayOf(to),
  maxChanges,
];

/** Carriers whose schedules are requested, of these codes or all, with their last answers to a question. */
export async function listRequestedCarriers(
  database: Database,
  question: RouteQuestion,
  carrierCodes: readonly string[] | undefined,
  limit: number,
): Promise<RequestedCarrier[]> {
  const { rows } = await database.execute<RequestedCarrier>(
    `select s.carrier_code, s.base_url, s.credential, coalesce(a.routes, '[]') as routes,
       coalesce(a.validators, '{}') as validators, a.answered_at, a.failed_at
     from sailing_source s left join carrier_answer a on a.carrier_code = s.carrier_code and a.from_port = $1
       and a.to_port = $2 and a.date_of = $3 and a.first_day = $4::date and a.last_day = $5::date and a.most_changes = $6
     where s.mode = 'sea' and s.enabled and ($7::text[] is null or s.carrier_code = any($7))
     order by s.carrier_code limit ${limit}`,
    [...keyOf(question), carrierCodes ?? null],
  );
  return rows;
}

const columns = 'from_port, to_port, date_of, first_day, last_day, most_changes, carrier_code';
const values = '$1, $2, $3, $4::date, $5::date, $6, $7';
const key = '(carrier_code, from_port, to_port, date_of, first_day, last_day, most_changes)';

/** Keeps what a carrier answered. */
export async function keepAnswer(
  database: Database,
  question: RouteQuestion,
  carrierCode: string,
  answer: { routes: readonly AnsweredRoute[]; validators: Readonly<Record<string, string>> },
  at: Instant,
): Promise<void> {
  await database.execute(
    `insert into carrier_answer (${columns}, routes, validators, answered_at, asked_at)
     values (${values}, $8::jsonb, $9::jsonb, $10, $10)
     on conflict ${key} do update set routes = excluded.routes, validators = excluded.validators,
       answered_at = excluded.answered_at, asked_at = excluded.asked_at, failed_at = null, failure = null`,
    [...keyOf(question), carrierCode, JSON.stringify(answer.routes), JSON.stringify(answer.validators), new Date(at)],
  );
}

/** Notes that a carrier did not answer; what it answered before stays, with its age. */
export async function keepSilence(
  database: Database,
  question: RouteQuestion,
  carrierCode: string,
  failure: string,
  at: Instant,
): Promise<void> {
  await database.execute(
    `insert into carrier_answer (${columns}, failed_at, failure, asked_at) values (${values}, $8, $9, $8)
     on conflict ${key} do update set failed_at = excluded.failed_at, failure = excluded.failure,
       asked_at = excluded.asked_at`,
    [...keyOf(question), carrierCode, new Date(at), failure],
  );
}
