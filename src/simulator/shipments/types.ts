import type { Instant } from '#shared/time/instant.ts';
import type { AggregatorCause, CargoCause, IdentityCause, PlantedCause, ReportCause } from '../disorder/causes.ts';
import type { Estimate } from '../network/estimates.ts';
import type { WorldCarrier, WorldPort } from '../network/types.ts';

/** Which booking of which sailing a shipment is; its numbers are made from it and lead back to it. */
export type ShipmentKey = { service: number; week: number; seq: number };

/** A leg as planned: from one call of a sailing to a later one. */
export type LegPlan = { service: number; week: number; from: number; to: number };

/** A leg as it was reported from a moment on. */
export type LegVersion = { plan: LegPlan; knownAt: Instant };

/** One leg of a route: what was reported over time; the last version came true. */
export type RouteLeg = { sequence: number; versions: readonly LegVersion[] };

/** Containers that travel together; a bill has one group unless its cargo is split. */
export type CargoGroup = { containers: readonly number[]; legs: readonly RouteLeg[] };

/** One container of a shipment. */
export type CargoContainer = {
  number: string;
  isoCode: string;
  sealNumber: string;
  grossWeightKg: number;
  volumeM3: number;
};

/** What draws of disorder befell the shipment, one of each group at most. */
export type Disorder = {
  cargo: CargoCause | undefined;
  report: ReportCause | undefined;
  identity: IdentityCause | undefined;
  aggregator: AggregatorCause | undefined;
};

/** What was booked: everything that is fixed before anything happens. */
export type ShipmentPlan = {
  key: ShipmentKey;
  billNo: string;
  bookingNo: string;
  orderNo: string;
  carrier: WorldCarrier;
  /** Between ports of one country: no customs. */
  domestic: boolean;
  tenantCode: string;
  direction: 'E' | 'I';
  /** To be tracked by container, with vessel and voyage, instead of by bill. */
  byContainer: boolean;
  bookedAt: Instant;
  confirmedAt: Instant;
  legs: readonly LegPlan[];
  containers: readonly CargoContainer[];
  disorder: Disorder;
};

/** Codes of the milestones of the world. */
export type MilestoneCode =
  | 'STSP'
  | 'STUF'
  | 'GITM'
  | 'PASS'
  | 'LOBD'
  | 'DLPT'
  | 'TSBA'
  | 'TSDC'
  | 'TSLB'
  | 'TSDP'
  | 'BDAR'
  | 'DSCH'
  | 'CUIP'
  | 'AVPU'
  | 'STCS'
  | 'STRP'
  | 'RCVE';

/** One thing that happens to one container, or to all cargo of a group (`container` = -1). */
export type Milestone = {
  code: MilestoneCode;
  group: number;
  container: number;
  /** Index of the leg, -1 on land. */
  leg: number;
  port: WorldPort;
  planned: Instant;
  estimates: readonly Estimate[];
  actual: Instant;
};

/** A shipment with its whole true life. */
export type Shipment = ShipmentPlan & {
  groups: readonly CargoGroup[];
  /** In order of the plan, group by group. */
  milestones: readonly Milestone[];
  causes: readonly PlantedCause[];
  aliveFrom: Instant;
  aliveTo: Instant;
};
