export { riskModule } from './routes.ts';
export { riskTasks } from './tasks.ts';
export { seedWeatherSource } from './weather-queries.ts';
