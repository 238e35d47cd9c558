export { parseStorms, type StormPoint } from './parse-storms.ts';
export { pullStorms } from './pull-storms.ts';
