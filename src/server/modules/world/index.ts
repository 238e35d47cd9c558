export { worldModule } from './routes.ts';
