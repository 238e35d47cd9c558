import { addTracking, assign, comment, setHandling, snooze } from './acts.ts';
import { explainException, listAttention } from './exceptions.ts';
import { explainValue } from './explain-value.ts';
import { findReference } from './find-reference.ts';
import { getShipment } from './get-shipment.ts';
import { ordersAtRisk } from './orders.ts';
import { findRates } from './rates.ts';
import { compareSailings, findSailings } from './sailings.ts';
import type { Tool } from './tool.ts';
import { portSituation, vesselPosition } from './world.ts';

/** Every tool that assistants can be offered; which ones, the scopes of the key decide. */
export const tools: readonly Tool[] = [
  findReference,
  getShipment,
  explainValue,
  listAttention,
  explainException,
  findSailings,
  compareSailings,
  findRates,
  portSituation,
  vesselPosition,
  ordersAtRisk,
  addTracking,
  comment,
  assign,
  setHandling,
  snooze,
];
