export { handlingModule } from './routes.ts';
