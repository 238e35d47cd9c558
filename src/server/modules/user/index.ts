export { userModule } from './routes.ts';
