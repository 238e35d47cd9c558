export { outwardModule } from './routes.ts';
export { outwardTasks } from './tasks.ts';
