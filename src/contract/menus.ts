// Menu codes that calls of several files have in common.

/** Pages that show shipments, of all modes. */
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

/** Pages that show and handle exceptions. */
export const exceptionMenus = ['/exception-manage', '/exception-manage/handle'] as const;

/** The list of subscriptions. */
export const subscribeMenus = ['/exception-subscribe'] as const;

/** The page of integrators: keys, webhooks and test shipments. */
export const integrationMenus = ['/integrations'] as const;

/** The page of robots' answers. */
export const rpaMenus = ['/robot-answers'] as const;
