import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { ReportKindName } from '#shared/reference/report.ts';
import { arrivals } from './arrivals.ts';
import { exceptions } from './exceptions.ts';
import type { ReportKind } from './kind.ts';
import { punctuality } from './punctuality.ts';
import { shipments } from './shipments.ts';
export type { Making, ReportKind } from './kind.ts';
export { minuteText } from './words.ts';

/** All kinds of reports by name. */
export type ReportKindTable = Readonly<Record<ReportKindName, ReportKind>>;

/** The kinds of reports of this product. */
export const kindsOf = (reference: () => ReferenceSnapshot): ReportKindTable => ({
  shipments,
  arrivals,
  exceptions,
  punctuality: punctuality(reference),
});
