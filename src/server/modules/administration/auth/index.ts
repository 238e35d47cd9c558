export { setPasswordFromConsole } from './console-password.ts';
export { demandPolicy } from './demand-policy.ts';
export { createFirstAdministrator, type FirstAdministrator, firstRunCode, wantsFirstRun } from './first-run.ts';
export { removeSecondFactor } from './second-factor.ts';
export { authModule } from './routes.ts';
