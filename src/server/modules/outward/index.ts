export { outwardModule, outwardTask } from './routes.ts';
