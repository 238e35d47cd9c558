export { shipmentEventsSource } from './events-source.ts';
export { itemColumns, type ItemRow, readFieldPaths, toIndicator } from './indicators.ts';
export { type EventJudgement, judgeEvents } from './judge-events.ts';
export { eventModule } from './routes.ts';
export { listRecipientRoles } from './recipients.ts';
