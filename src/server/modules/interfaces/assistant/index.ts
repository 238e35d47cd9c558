export { assistantModule } from './routes.ts';
