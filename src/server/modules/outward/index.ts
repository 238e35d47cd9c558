export { outwardModule, outwardTask, type OutwardDeps } from './routes.ts';
