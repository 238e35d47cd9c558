export type { NotificationCause } from './causes.ts';
export { channels, type DeliverySettings } from './channels/index.ts';
export { deliverySettings, nothingConfigured } from './delivery-settings.ts';
export type { DeliverDeps } from './deliver.ts';
export { feedbackHooks } from './feedback-hooks.ts';
export { enqueueNotifications, notificationHandler, notificationTask } from './notification-task.ts';
export { notify, type NotifyDeps } from './notify.ts';
export { listForgotten, removeOldNotifications } from './queries.ts';
export { notificationModule, type NotificationModuleDeps } from './routes.ts';
