export { bookingRecordsSource } from './booking-source.ts';
export { bookingModule } from './routes.ts';
export { bookingTasks } from './tasks.ts';
