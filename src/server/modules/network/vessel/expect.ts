import { destinationPort } from '#domain/network/position/destination.ts';
import { learnErrors, type EtaErrors } from '#domain/network/position/eta.ts';
import { masterEtaAt } from '#domain/network/position/master-eta.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { predictHop } from '#server/modules/network/position/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { listOutlookErrors, type Outlook, type Voyager } from './outlook-queries.ts';

const errorsKept = 4000;

/** What bands are made from. */
export const readErrors = async (database: Database): Promise<EtaErrors> =>
  learnErrors(await listOutlookErrors(database, errorsKept));

/** Where her master says she goes and when she comes there. */
export function masterOf(
  { destination, master_eta: text, master_eta_said: statement, fix_at }: Voyager,
  { rules }: ReferenceSnapshot,
): { portCode: string | null; eta: Instant | null } {
  return {
    portCode: destination === null ? null : (destinationPort(destination, rules.resolvePort) ?? null),
    eta: text === null ? null : (masterEtaAt(text, statement ?? fix_at) ?? null),
  };
}

/** Everything that is expected of her next arrival: at the call that her carrier announces, else where her master goes. */
export async function expect(
  database: Database,
  voyager: Voyager,
  errors: EtaErrors,
  reference: ReferenceSnapshot,
): Promise<(Outlook & { own: Awaited<ReturnType<typeof predictHop>> }) | undefined> {
  const master = masterOf(voyager, reference);
  const toPort = voyager.next_port ?? master.portCode;
  if (toPort === null || toPort === voyager.from_port) return undefined;
  const own = await predictHop(
    { database, reference },
    {
      mmsi: voyager.mmsi,
      from_port: voyager.from_port,
      to_port: toPort,
      departed_at: voyager.departed_at,
      fix_at: voyager.fix_at,
      lon: voyager.lon,
      lat: voyager.lat,
      course: voyager.course,
      told: voyager.next_at,
    },
    errors,
  );
  return {
    voyager,
    toPort,
    own,
    carrier: voyager.next_at,
    // What a master says of another port is no word on this one.
    master: master.portCode === toPort ? master.eta : null,
  };
}
