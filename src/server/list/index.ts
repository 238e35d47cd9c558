export { listExport, type ListWords } from './list-export.ts';
export { listRoute } from './list-route.ts';
export { countTabs, fitting, type ListInput, listSource, type ListSource } from './source.ts';
