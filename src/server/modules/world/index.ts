export { worldModule } from './routes.ts';
export type { World } from './routes.ts';
