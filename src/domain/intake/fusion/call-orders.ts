import { profiles } from '../../tracking/journey/profiles.ts';
import { milestones } from '../../tracking/model.ts';

/** The attribute whose order of sources holds for the actual time of a ship's call, wherever it is reported. */
export const callOrders: Readonly<Record<string, 'booking.atd' | 'booking.ata' | undefined>> = {
  [milestones.departed]: 'booking.atd',
  [milestones.transhipmentDeparted]: 'booking.atd',
  [milestones.transhipmentArrived]: 'booking.ata',
  [milestones.arrived]: 'booking.ata',
  ...Object.fromEntries(
    Object.values(profiles).flatMap(({ departed, arrived }) => [
      [departed, 'booking.atd'],
      [arrived, 'booking.ata'],
    ]),
  ),
};
