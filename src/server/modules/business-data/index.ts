export { businessDataModule } from './routes.ts';
