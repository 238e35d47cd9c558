export { addComment } from './comments.ts';
export { handlingModule } from './routes.ts';
