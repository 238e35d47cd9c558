/** Rows of a CSV text as RFC 4180 has it: quotes, quotes doubled inside, CRLF or LF, a byte order mark ignored. */
export function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  let touched = false;
  const endField = (): void => {
    row.push(field);
    field = '';
  };
  const endRow = (): void => {
    // A line with nothing on it is no row of one empty field.
    if (touched || row.length > 0) {
      endField();
      rows.push(row);
    }
    row = [];
    field = '';
    touched = false;
  };
  for (let i = text.charCodeAt(0) === 0xfeff ? 1 : 0; i < text.length; i += 1) {
    const char = text[i] as string;
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') {
        field += '"';
        i += 1;
      } else quoted = false;
    } else if (char === '"' && field === '') {
      quoted = true;
      touched = true;
    } else if (char === separator) {
      endField();
      touched = true;
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[i + 1] === '\n') i += 1;
      endRow();
    } else {
      field += char;
      touched = true;
    }
  }
  endRow();
  return rows;
}

/** Rows of a CSV text as objects by the names in its first line; a missing field is '' and a surplus one is dropped. */
export function parseCsvRecords(text: string, separator = ','): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text, separator);
  const names = header.map((name) => name.trim());
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}

function formatField(value: string | number | undefined, separator: string): string {
  const text = value === undefined ? '' : String(value);
  const special = text.includes('"') || text.includes(separator) || /[\r\n]|^\s|\s$/.test(text);
  return special ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV text of the rows, quoted only where needed; `bom` helps spreadsheet programs to see UTF-8, `eol` is CRLF by the standard. */
export function formatCsv(
  rows: readonly (readonly (string | number | undefined)[])[],
  options: { readonly bom?: boolean; readonly eol?: '\r\n' | '\n'; readonly separator?: string } = {},
): string {
  const { bom = false, eol = '\r\n', separator = ',' } = options;
  const lines = rows.map((row) => {
    // A row of one empty field would read back as no row at all.
    if (row.length === 1 && (row[0] === '' || row[0] === undefined)) return '""';
    return row.map((value) => formatField(value, separator)).join(separator);
  });
  return (bom ? '\ufeff' : '') + lines.map((line) => line + eol).join('');
}
