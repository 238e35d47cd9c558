/** What a scheduled report is about. */
export const reportKinds = ['shipments', 'exceptions', 'arrivals', 'punctuality'] as const;
export type ReportKindName = (typeof reportKinds)[number];

/** Files of a report. */
export const reportFormats = ['xlsx', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** What happens to a report that was due while the product was not running. */
export const missedReports = ['latest', 'skip'] as const;

/** Days the files of a report are kept, and the list of its runs goes back. */
export const reportKeptDays = 30;

/** Rows of the table in a PDF at most; the workbook has all of them. */
export const maxPrintedRows = 200;
