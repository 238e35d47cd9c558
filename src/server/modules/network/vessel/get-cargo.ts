import { paths } from '#contract/all-paths.ts';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { presentPorts } from '#server/modules/network/sailing/index.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/context.ts';
import { type CargoRow, listCargo } from './cargo-queries.ts';

type Vessel = CallData<'vesselCargo'>['vessels'][number];

/** Her next call by her carrier, else where her cargo goes next; our own forecast counts before what was announced. */
function nextCall(row: CargoRow): Pick<Vessel, 'nextPort' | 'nextEta' | 'etaBy'> {
  const isAnnounced = row.next_port !== null;
  const own = isAnnounced ? row.own_at : row.predicted_at;
  const carrierEta = isAnnounced ? row.next_at : row.cargo_at;
  const eta = own ?? carrierEta;
  return {
    nextPort: row.next_port ?? row.cargo_port,
    nextEta: eta === null ? null : Math.round(eta),
    etaBy: own !== null ? 'own' : carrierEta !== null ? 'carrier' : null,
  };
}

function worstOf(row: CargoRow, { lang }: Ctx, reference: ReferenceSnapshot): Vessel['worst'] {
  if (row.worst_id === null || row.worst_type === null || row.worst_severity === null) return null;
  const type = reference.exceptionTypes.get(row.worst_type);
  return {
    obmAutotestResultId: String(row.worst_id),
    typeName: (lang === 'zh' ? type?.nameCn : type?.nameEn) ?? row.worst_type,
    severity: row.worst_severity,
    referenceNo: row.worst_reference ?? '',
  };
}

/**
 * Vessels that carry cargo of the caller's tenants, the riskiest first, cut after `limit` with the number of all; exceptions and money only
 * for who may see exceptions.
 */
export async function getCargo({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vesselCargo'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'vesselCargo'>> {
  const now = ctx.clock.now();
  const rows = await listCargo(ctx, now, input.limit);
  const mayKnow = isAdmitted(paths.queryExceptions.access, ctx.actor);
  const vessels = rows.map((row): Vessel => ({
    mmsi: String(row.mmsi).padStart(9, '0'),
    vesselName: row.name,
    ...nextCall(row),
    bookings: row.bookings,
    troubled: mayKnow ? row.troubled : 0,
    moneyAtRisk: mayKnow ? row.money : 0,
    worst: mayKnow ? worstOf(row, ctx, reference) : null,
  }));
  return {
    now,
    total: rows[0]?.total ?? 0,
    vessels,
    ports: presentPorts(
      vessels.flatMap(({ nextPort }) => nextPort ?? []),
      reference,
    ),
  };
}
