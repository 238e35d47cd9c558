import { PassThrough, Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError, malformed } from '#server/platform/errors/app-error.ts';
import { MAX_FILE_BYTES } from './types.ts';

/** The first file of a form, as it comes in: its name is known before its bytes. */
export type FormFile = { fileName: string; bytes: AsyncIterable<Uint8Array> };

/** Whether a body of this content type is a form with files. */
export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType);

/** A form has one file, and a few fields besides at most; what is more is passed over. */
const limits = {
  headerSize: 16_384,
  headerPairs: 50,
  fieldNameSize: 200,
  fieldSize: 16_384,
  fields: 20,
  files: 4,
  parts: 24,
};
/** What a form may have besides the bytes of its file. */
const maxOverheadBytes = 1_000_000;

/** Bytes as they come in, as long as they are no more than a form may have. */
async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES + maxOverheadBytes)
      throw new AppError('edi.tooLarge', { megabytes: MAX_FILE_BYTES / 1_000_000 }, 'too_large');
    yield chunk;
  }
}

/** Opens the parser; a form without a boundary is refused. */
function openForm(contentType: string) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, preservePath: true, limits });
  } catch {
    throw malformed('edi.cutForm');
  }
}

/**
 * Finds the first file of a form in a stream of bytes; undefined when the form has no file. Bytes after the file are ignored.
 * Throws `edi.cutForm` when the form breaks off, and reading the bytes of the file does.
 */
export async function readFormFile(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<FormFile | undefined> {
  const form = openForm(contentType);
  const source = Readable.from(bounded(chunks), { objectMode: false });
  return new Promise((resolve, reject) => {
    const bytes = new PassThrough();
    // The reader of the bytes gets the error; until it reads, nothing listens for it.
    bytes.on('error', () => undefined);
    const fail = (error: Error): void => {
      source.unpipe(form);
      bytes.destroy(error);
      reject(error);
    };
    let isFound = false;
    form.on('file', (_field, file, fileName) => {
      file.on('error', () => fail(malformed('edi.cutForm')));
      if (isFound || !fileName) {
        file.resume();
        return;
      }
      isFound = true;
      file.pipe(bytes);
      resolve({ fileName, bytes });
    });
    form.once('finish', () => resolve(undefined));
    form.on('error', () => fail(malformed('edi.cutForm')));
    source.once('error', fail);
    source.pipe(form);
  });
}
