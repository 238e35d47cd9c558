export { answersSource } from './list-answers.ts';
export { rpaModule } from './routes.ts';
export { robotTasks } from './tasks.ts';
