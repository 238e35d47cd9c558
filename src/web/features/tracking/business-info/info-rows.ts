import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { CallData } from '#contract/index.ts';

/** A booking as the page lists it: its fields and how many children it has. */
type Listed = CallData<'exceptionBusiness'>[number];
export type Booking = Listed['obmBk'] & { counts: Listed['counts'] };
type Data = CallData<'getBusinessData'>;
export type Leg = Data['obmMultiVessel'][number];
export type Container = Data['obmDocActualContainerList'][number];
export type Status = Data['mdStatusRecordList'][number];

/** Which bookings are shown: all, what was fused, or what each source says. */
export type Part = 'all' | 'main' | 'child';
export const parts: readonly Part[] = ['all', 'main', 'child'];

/** The tables, from top to bottom. */
export const tableNames = ['bookings', 'legs', 'containers', 'statuses'] as const;
export type TableName = (typeof tableNames)[number];

/** As many legs are shown. */
export const MAX_LEGS = 6;

const autonomic: ReadonlySet<string> = new Set([
  'AUTONOMIC_CARRIER_DISTRIBUTE',
  'SHIPPING_TRACKING_WALI',
  'AUTONOMIC_EXPERT',
]);

/** Whether a booking comes from self-service. */
export const isAutonomic = ({ processType }: Pick<Booking, 'processType'>): boolean => autonomic.has(processType);

/** Whether a booking was fused of all others: those of experts are marked as fused too, and are one of the sources. */
export const isMain = ({ processType }: Pick<Booking, 'processType'>): boolean => processType === 'UNION';

/** The number by which people know a booking. */
export const numberOf = ({ blNo, ctnNo, obmBkId }: Pick<Booking, 'blNo' | 'ctnNo' | 'obmBkId'>): string =>
  blNo ?? ctnNo ?? obmBkId;

/** The bookings of an answer. */
export const bookingsOf = (data: readonly Listed[]): Booking[] =>
  data.map(({ obmBk, counts }) => ({ ...obmBk, counts }));

/** How the goods of all these bookings travel; undefined by sea, and where they differ. */
export function modeOf(bookings: readonly Pick<Booking, 'mode'>[]): Mode | undefined {
  const [first, ...more] = bookings;
  return more.every(({ mode }) => mode === first?.mode) ? first?.mode : undefined;
}

/** The bookings that the options let through. */
export const chosenBookings = (
  bookings: readonly Booking[],
  { part, withAutonomic }: { part: Part; withAutonomic: boolean },
): readonly Booking[] =>
  part === 'all' && withAutonomic
    ? bookings
    : bookings.filter(
        (row) => (withAutonomic || !isAutonomic(row)) && (part === 'all' || isMain(row) === (part === 'main')),
      );

/** Whether the arrival of a booking may be given to others: a robot read it, it is not of self-service, and it has arrived. */
export const isTemplate = (row: Booking): boolean =>
  row.bizSourceType === 'RPA' && !isMain(row) && !isAutonomic(row) && typeof row['ata'] === 'number';

/** The other bookings of the same voyage that are discharged at the same port. */
export const sameVoyage = (template: Booking, bookings: readonly Booking[]): Booking[] =>
  bookings.filter(
    (row) =>
      row.obmBkId !== template.obmBkId &&
      row.custVessel === template.custVessel &&
      row.custVoyage === template.custVoyage &&
      row['podCode'] === template['podCode'],
  );
