export { presentUsers, userModule } from './routes.ts';
