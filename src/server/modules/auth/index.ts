export { authModule } from './routes.ts';
