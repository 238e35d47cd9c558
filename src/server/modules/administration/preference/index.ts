export { preferenceModule } from './routes.ts';
