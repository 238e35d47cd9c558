export { sumMoney } from './exception-queries.ts';
export { overviewModule } from './routes.ts';
