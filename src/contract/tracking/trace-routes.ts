import type { Mode } from '#domain/tracking/journey/mode.ts';

/** The page that shows a shipment of each mode. */
export const traceRoutes: Readonly<Record<Mode, string>> = {
  sea: '/trace-detail',
  domestic: '/domestic-trace-detail',
  air: '/air-trace-detail',
  rail: '/train-detail',
  road: '/vehicle-detail',
  courier: '/express-detail',
};
