export { boardRoute, inWeeks } from './board.ts';
export { foundExport, listExport, listLines, type ListWords, rowsExport } from './list-export.ts';
export { listRoute } from './list-route.ts';
export { type FilterSql, matching, type ListInput, listSource, type ListSource, type WireRow } from './source.ts';
export { placedTimesText, timesText } from './times-text.ts';
