import { findReference } from './find-reference.ts';
import { getShipment } from './get-shipment.ts';
import type { Tool } from './tool.ts';

/** Every tool that assistants can be offered; which ones, the scopes of the key decide. */
export const tools: readonly Tool[] = [findReference, getShipment];
