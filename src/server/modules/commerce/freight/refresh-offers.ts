import type { Logger } from 'pino';
import { askCarrier, parseOffers } from '#server/connectors/dcsa/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import { tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { addressOf, type CommerceSource, findDueSource, noteAnswered, noteFailed } from './commerce-sources.ts';
import { dayOf } from './day-rates.ts';
import { takeOffers } from './take-offers.ts';

/** What asking for prices works with. */
export type FreightDeps = { database: Database; clock: Clock; log: Logger; keys: SecretKeys };

/** Lanes a carrier is asked about in one day. */
const maxLanes = 60;

/** Lanes on which tenants have prices today, those of most prices first. */
const listLanes = (database: Database, day: string) =>
  database.query<{ pol: string; pod: string }>(
    `select l.code as pol, d.code as pod from freight_rate r join md_port l on l.id = r.pol_id join md_port d on d.id = r.pod_id
     where r.valid_from <= $1::date and r.valid_to >= $1::date group by l.code, d.code order by count(*) desc, l.code, d.code
     limit ${maxLanes}`,
    [day],
  );

async function refreshSource(deps: FreightDeps, source: CommerceSource): Promise<void> {
  const { database, clock, keys } = deps;
  const at = clock.now();
  const address = addressOf(source, keys, at);
  for (const { pol, pod } of await listLanes(database, dayOf(at))) {
    const search = { placeOfReceipt: pol, placeOfDelivery: pod };
    const answer = parseOffers(
      await askCarrier(address, { method: 'GET', version: 'v1', path: 'spot-offers', search }),
    );
    if (answer === undefined) throw new PullFailure('bad_answer', 'the answer is no list of offers');
    await takeOffers(database, {
      carrierCode: source.carrier_code,
      polCode: pol,
      podCode: pod,
      offers: answer.offers,
      at,
    });
    if (answer.refused > 0)
      await tallyRefusals(
        database,
        [
          {
            tenantId: null,
            sourceId: null,
            sender: source.carrier_code,
            via: 'pull',
            reason: 'malformed_event',
            field: 'offers',
            n: answer.refused,
            sample: null,
          },
        ],
        at,
      );
  }
  // Prices are those of a day: asked once on each.
  await noteAnswered(database, source.carrier_code, at, Date.parse(dayOf(at + DAY_MS)));
}

/** Asks one carrier whose time has come for its prices of the day. */
export async function refreshOffers(deps: FreightDeps): Promise<void> {
  const { database, clock, log } = deps;
  const source = await findDueSource(database, clock.now());
  if (source === undefined) return;
  try {
    await refreshSource(deps, source);
  } catch (error) {
    passMissingKey(error);
    const reason = error instanceof PullFailure ? error.reason : 'internal';
    if (reason === 'internal') log.error({ err: error, carrier: source.carrier_code }, 'prices could not be taken in');
    await noteFailed(deps, source, reason, clock.now());
  }
}
