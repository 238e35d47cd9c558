import type { Instant } from '#shared/time/instant.ts';
import type { ShipmentContent, SourceType } from '../../tracking/model.ts';

/** A value an attribute can hold. */
export type AttributeValue = string | number | null;

/**
 * Path of one attribute inside a shipment, used as key of provenance and overrides:
 * `booking.eta`, `leg[2].vesselName` (by sequence), `container[MERU1234567].sealNo`,
 * `event[MERU1234567|LOBD|CNSHA|1].actual`.
 */
export type AttributePath = string;

/** An active or withdrawn expert value for one attribute (wlDataCombineDisable on the wire). */
export type FieldOverride = {
  id: string;
  path: AttributePath;
  value: AttributeValue;
  /** true: the expert's value rules; false: the automatic one. */
  active: boolean;
  enteredBy: string;
  enteredAt: Instant;
};

/** The state of an expert value as its history keeps it; null where there was no value. */
export type OverrideState = { value: AttributeValue; active: boolean } | null;

/** Why a value won, in the order the rules are tried. */
export type FusionRule = 'override' | 'classifier' | 'precedence' | 'newest' | 'only' | 'agreed' | 'route';

/** One source's say on one attribute. */
export type Claim = {
  recordId: string;
  sourceType: SourceType;
  sourceCode: string;
  value: AttributeValue;
  observedAt: Instant;
};

/** Which source stated the fused value, by which rule, and what the others stated. */
export type Provenance = { rule: FusionRule; winner: Claim; others: Claim[] };

/**
 * Source types from most to least trusted per attribute. `byAttribute` keys are attribute names without
 * indices: `booking.ata`, `leg.vesselName`, `event.actual`; `standard` serves all others.
 */
export type Precedence = {
  standard: readonly SourceType[];
  byAttribute: Readonly<Record<string, readonly SourceType[]>>;
};

/** Where the values of a shipment came from, by item (`booking`, `leg[2]`, `event[…]`) and attribute. */
export type ProvenanceByItem = Record<string, Record<string, Provenance>>;

/**
 * Result of fusion: one content, and for every filled attribute where it came from; `items` is the same taken apart, where fusion
 * has just made it: who looks for one attribute asks `provenanceAt`.
 */
export type FusedShipment = {
  readonly content: ShipmentContent;
  readonly provenance: Readonly<Record<AttributePath, Provenance>>;
  readonly items?: ProvenanceByItem;
};
