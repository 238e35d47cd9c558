import type { Messages } from '#web/i18n/messages.ts';
import type { orderVessels as zh } from '../zh/order-vessels.ts';

/** Vessels of an order. */
export const orderVessels: Messages<typeof zh> = {
  title: 'Vessels that carry order {{orderNo}}',
  none: 'No vessel of this order is visible on AIS now',
  noneText: 'Its goods are not loaded yet, have arrived, or do not travel by sea.',
  carries: 'Lines {{lines}}, {{from}} → {{to}}',
  unseen: 'Vessel unknown or without AIS signal: {{numbers}}',
  toOrder: 'Back to the order',
  toOrders: 'Show the orders',
  noOrder: 'Open this page from an order',
  noOrderText: 'It shows the vessels that carry the goods of one order.',
  state: { waiting: 'To be loaded', loading: 'Loading', underway: 'Under way', arrived: 'Arrived' },
};
