export { healKnownPorts, portWork } from './port-work.ts';
export { unknownPortModule } from './routes.ts';
