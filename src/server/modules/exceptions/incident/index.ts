export { incidentModule } from './routes.ts';
