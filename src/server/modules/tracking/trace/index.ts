export { traceModule } from './routes.ts';
