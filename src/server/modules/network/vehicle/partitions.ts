import { dayPartitions } from '#server/platform/db/day-partitions.ts';

/** Positions of vehicles by day. */
export const vehicleDays = dayPartitions('vehicle_position');
