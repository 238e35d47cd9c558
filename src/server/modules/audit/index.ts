export { auditModule } from './routes.ts';
