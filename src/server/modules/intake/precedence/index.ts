export { precedenceModule } from './routes.ts';
export { precedenceWork } from './precedence-work.ts';
