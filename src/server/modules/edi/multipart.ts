import { malformed } from '#server/platform/errors/app-error.ts';

/** Longest head of one part, in bytes. */
const HEAD_MOST = 16_384;
const headEnd = Buffer.from('\r\n\r\n');

/** The boundary of a multipart body; undefined when the content type is another one. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined;
  const match = /boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

function fileNameOf(head: string): string | undefined {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const extended = /filename\*=utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      return extended;
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? /filename=([^;\s]+)/i.exec(disposition)?.[1];
}

/** The first file of a form, as it comes in: its name is known before its bytes. */
export type FormFile = { fileName: string; bytes: AsyncGenerator<Buffer> };

/** Finds the first file of a form in a stream of bytes; undefined when there is none. What follows it is not read. */
export async function readFormFile(chunks: AsyncIterable<Uint8Array>, boundary: string): Promise<FormFile | undefined> {
  const source = chunks[Symbol.asyncIterator]();
  const mark = Buffer.from(`--${boundary}`);
  const next = Buffer.from(`\r\n--${boundary}`);
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (done === true) return false;
    held = Buffer.concat([held, value as Uint8Array]);
    return true;
  };
  /** Drops everything up to the end of what is searched for. */
  const skipPast = async (wanted: Buffer): Promise<boolean> => {
    for (;;) {
      const at = held.indexOf(wanted);
      if (at >= 0) {
        held = held.subarray(at + wanted.length);
        return true;
      }
      held = held.subarray(Math.max(0, held.length - wanted.length));
      if (!(await more())) return false;
    }
  };
  async function* content(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(next);
      if (at >= 0) {
        if (at > 0) yield held.subarray(0, at);
        return;
      }
      const safe = held.length - next.length;
      if (safe > 0) {
        yield held.subarray(0, safe);
        held = held.subarray(safe);
      }
      if (!(await more())) throw malformed('edi.cutForm');
    }
  }
  if (!(await skipPast(mark))) return undefined;
  for (;;) {
    while (held.indexOf(headEnd) < 0 && held.length < HEAD_MOST) if (!(await more())) return undefined;
    const at = held.indexOf(headEnd);
    if (at < 0 || held.subarray(0, 2).toString('latin1') === '--') return undefined;
    const fileName = fileNameOf(held.toString('utf8', 0, at));
    held = held.subarray(at + headEnd.length);
    if (fileName !== undefined && fileName !== '') return { fileName, bytes: content() };
    if (!(await skipPast(next))) return undefined;
  }
}
