export { demandPolicy } from './demand-policy.ts';
export { removeSecondFactor } from './second-factor.ts';
export { authModule } from './routes.ts';
