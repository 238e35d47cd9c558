export { dropOverrides } from './change-override.ts';
export { overrideModule } from './routes.ts';
