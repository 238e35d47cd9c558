import type { Instant } from '#shared/time/instant.ts';
import type { PlantedCause } from './disorder/causes.ts';
import type { WorldPort } from './network/types.ts';
import { endOf, startOf } from './shipments/route.ts';
import type { Shipment } from './shipments/types.ts';
import type { World } from './world.ts';

/** What is true of a shipment, for tests to compare with; no server ever tells it. */
export type ShipmentTruth = {
  billNo: string;
  carrierCode: string;
  tenantCode: string;
  /** Planted causes, traps without an exception code included. */
  causes: readonly PlantedCause[];
  /** True when nothing at all was planted. */
  healthy: boolean;
  /** From which port to which its legs led as reported at any time, those that a skipped call or another sailing changed included. */
  routesReported: readonly (readonly [from: WorldPort, to: WorldPort])[];
  shipment: Shipment;
};

const routesReported = ({ sailings }: World, { groups }: Shipment): ShipmentTruth['routesReported'] =>
  groups
    .flatMap(({ legs }) => legs.flatMap(({ versions }) => versions))
    .map(({ plan }) => [startOf(sailings, plan).port, endOf(sailings, plan).port]);

/** The truth about one shipment; undefined for a bill number that is none. */
export function truthOf(world: World, billNo: string): ShipmentTruth | undefined {
  const shipment = world.shipment(billNo);
  if (shipment === undefined) return undefined;
  const causes = world.causesOf(shipment);
  return {
    billNo,
    carrierCode: shipment.carrier.code,
    tenantCode: shipment.tenantCode,
    causes,
    healthy: causes.length === 0,
    routesReported: routesReported(world, shipment),
    shipment,
  };
}

/** The exceptions that can be seen at a moment, by bill number and code. */
export function listTruth(world: World, at: Instant): { billNo: string; code: string; cause: PlantedCause }[] {
  return world.shipmentsAlive(at).flatMap((shipment) =>
    world
      .causesOf(shipment)
      .filter(({ from, to }) => from <= at && (to === null || to > at))
      .flatMap((cause) => cause.codes.map((code) => ({ billNo: shipment.billNo, code, cause }))),
  );
}
