export { unknownPortExport } from './show-ports.ts';
export { portWork } from './port-work.ts';
export { unknownPortTasks } from './tasks.ts';
export { unknownPortModule } from './routes.ts';
