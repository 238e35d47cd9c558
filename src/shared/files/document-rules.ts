/** The largest document that is taken. */
export const MAX_DOCUMENT_BYTES = 10_000_000;

type Kind = { type: string; begins: readonly (readonly number[])[] };

const zip = [0x50, 0x4b, 0x03, 0x04];
/** What may be attached, by the ending of its name: its media type and the bytes it begins with; none for plain text. */
const kinds: Readonly<Record<string, Kind>> = {
  pdf: { type: 'application/pdf', begins: [[0x25, 0x50, 0x44, 0x46]] },
  png: { type: 'image/png', begins: [[0x89, 0x50, 0x4e, 0x47]] },
  jpg: { type: 'image/jpeg', begins: [[0xff, 0xd8, 0xff]] },
  jpeg: { type: 'image/jpeg', begins: [[0xff, 0xd8, 0xff]] },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', begins: [zip] },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', begins: [zip] },
  csv: { type: 'text/csv', begins: [] },
  txt: { type: 'text/plain', begins: [] },
};

/** Endings of documents that are taken. */
export const documentEndings: readonly string[] = Object.keys(kinds);

/** Endings under which programs and scripts are started, wherever they stand in a name. */
const started =
  /\.(?:exe|com|scr|pif|bat|cmd|msi|msp|dll|sys|cpl|hta|jar|js|jse|vbs|vbe|wsf|wsh|ps1|psm1|lnk|url|reg|inf|iso|img|apk|app|sh|docm|xlsm|pptm)(?:\.|\s|$)/i;
// Control characters, and marks that make a name read in another direction than it is.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const misleading = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

/** Why a document is not taken. */
export type DocumentProblem = 'name' | 'program' | 'type' | 'content' | 'empty' | 'tooLarge';

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What is wrong with the name of a document. */
export function findNameProblem(name: string): DocumentProblem | null {
  if (name.trim() === '' || name.length > 200 || misleading.test(name) || /[/\\]/.test(name)) return 'name';
  if (started.test(name)) return 'program';
  return kinds[endingOf(name)] === undefined ? 'type' : null;
}

/** What is wrong with a document: its name, its size, or a content that is not what the name says. */
export function findDocumentProblem(name: string, bytes: Uint8Array): DocumentProblem | null {
  const problem = findNameProblem(name);
  if (problem !== null) return problem;
  if (bytes.length === 0) return 'empty';
  if (bytes.length > MAX_DOCUMENT_BYTES) return 'tooLarge';
  const begins = kinds[endingOf(name)]?.begins ?? [];
  if (begins.length === 0) return bytes.subarray(0, 10_000).includes(0) ? 'content' : null;
  return begins.some((mark) => mark.every((byte, at) => bytes[at] === byte)) ? null : 'content';
}

/** The media type that goes with the ending of a name. */
export const documentType = (name: string): string => kinds[endingOf(name)]?.type ?? 'application/octet-stream';
