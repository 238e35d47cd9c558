import { text } from '#web/i18n/index.ts';
import type { XlsxAnswer, XlsxRequest } from './xlsx-worker.ts';

/** Builds a workbook from a CSV, with `more` sheets behind it, away from the page's own thread. */
export function sheetOf(
  csv: Blob,
  sheet: string,
  { more = [], signal }: { more?: XlsxRequest['more']; signal?: AbortSignal } = {},
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => worker.terminate();
    signal?.addEventListener('abort', () => (end(), reject(signal.reason)), { once: true });
    worker.addEventListener('error', () => (end(), reject(new Error(text('table.export.failed')))));
    worker.addEventListener('message', (event: MessageEvent<XlsxAnswer>) => {
      end();
      if ('blob' in event.data) resolve(event.data.blob);
      else reject(new Error(text('table.export.failed')));
    });
    worker.postMessage({ csv, sheet, more } satisfies XlsxRequest);
  });
}
