export { coldChainConnector, type ReportedAlarm, type ReportedDoubt, type ReportedExcursion } from './cold-chain.ts';
export { fleetConnector } from './fleet.ts';
export { railConnector } from './rail.ts';
export { sfConnector } from './sf.ts';
export { splitParcelEvents, upsConnector } from './ups.ts';
