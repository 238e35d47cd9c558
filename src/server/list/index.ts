export { boardRoute, inWeeks } from './board.ts';
export { instantOf } from './conditions.ts';
export { foundExport, listExport, listLines, type ListWords, rowsExport, streamList } from './list-export.ts';
export { listRoute } from './list-route.ts';
export { queryList } from './query-list.ts';
export { type FilterSql, type ListInput, listSource, type ListSource, type WireRow } from './source.ts';
export { matching, matchingPart } from './statements.ts';
export { placedTimesText, timesText } from './times-text.ts';
