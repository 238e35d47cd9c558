export type { NotificationCause } from './causes.ts';
export { type DeliverySettings } from './channels/index.ts';
export { deliverySettings, nothingConfigured } from './delivery-settings.ts';
export { countDeliveries } from './count-deliveries.ts';
export { feedbackHooks } from './feedback-hooks.ts';
export { notify } from './notify.ts';
export { NoAnswer, postOutbound } from './outbound-post.ts';
export { notificationModule } from './routes.ts';
export { notificationTasks } from './tasks.ts';
