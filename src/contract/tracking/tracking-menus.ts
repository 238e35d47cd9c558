/** Menu codes of the pages that show shipments, of all modes. */
export const trackingMenus = [
  '/exception-manage',
  '/exception-subscribe',
  '/trace-index',
  '/trace-detail',
  '/domestic-trace-index',
  '/domestic-trace-detail',
  '/air-trace-index',
  '/air-trace-detail',
  '/train-index',
  '/train-detail',
  '/vehicle-index',
  '/vehicle-detail',
  '/express-index',
  '/express-detail',
  '/ft-ocean-tracking',
] as const;
