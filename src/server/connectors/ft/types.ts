import type { LandMilestoneCode } from '#domain/tracking/milestone-order.ts';
import type { MilestoneCode, WarningContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A place as the aggregator names it, after aliases. */
export type FtPlace = { portCode: string | null; name: string | null; zone: string | null };

/** One node of one container that passed every check. */
export type FtNode = {
  statusCode: MilestoneCode | LandMilestoneCode;
  place: FtPlace;
  at: Instant;
  isEstimate: boolean;
  vesselName: string | null;
  voyage: string | null;
};

/** One vessel leg that passed every check. */
export type FtLeg = {
  order: number;
  vesselName: string | null;
  vesselImo: string | null;
  voyage: string | null;
  pol: FtPlace;
  pod: FtPlace;
  etd: Instant | null;
  atd: Instant | null;
  eta: Instant | null;
  ata: Instant | null;
};

/** One container with its nodes. */
export type FtContainer = { containerNo: string; sizeType: string | null; sealNo: string | null; nodes: FtNode[] };

/** A cut-off that passed every check. */
export type FtCutoff = { code: string; time: Instant };

/** A warning that passed every check. */
export type FtWarning = WarningContent;

/** A record of the aggregator of which everything bad was left out. */
export type FtRecord = {
  billNo: string | null;
  bookingNo: string | null;
  pol: FtPlace;
  pod: FtPlace;
  legs: FtLeg[];
  containers: FtContainer[];
  cutoffs: FtCutoff[];
  warnings: FtWarning[];
  updatedAt: Instant | null;
};
