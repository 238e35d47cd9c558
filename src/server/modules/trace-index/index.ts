export { traceIndexSource } from './trace-index-source.ts';
