export { shipmentEventsSource } from './events-source.ts';
export { itemColumns, type ItemRow, readFieldPaths, toIndicator } from './indicators.ts';
export { type EventJudgement, judgeEvents } from './judge-events.ts';
export { zoneOfTime } from './get-event.ts';
export { eventModule } from './routes.ts';
export { eventTasks, fillTellers } from './tellers.ts';
export { listRecipientRoles } from './recipients.ts';
