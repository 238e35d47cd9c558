import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** A form of a page with the values its fields begin with. */
export type Form = { name: string; action: string; method: 'GET' | 'POST'; fields: Record<string, string> };
type Attributes = ReadonlyMap<string, string>;
type Reader = {
  begin: (tag: string, attributes: Attributes) => void;
  end: (tag: string) => void;
  text: (text: string) => void;
};
type Draft = Omit<Form, 'fields'> & { fields: Map<string, string> };

const draftOf = (attributes: Attributes): Draft => ({
  name: attributes.get('name') ?? attributes.get('id') ?? '',
  action: attributes.get('action') ?? '',
  method: (attributes.get('method') ?? '').toLowerCase() === 'post' ? 'POST' : 'GET',
  fields: new Map(),
});

function readInput({ fields }: Draft, attributes: Attributes): void {
  const name = attributes.get('name');
  const type = attributes.get('type') ?? 'text';
  const marked = /^(checkbox|radio)$/i.test(type);
  if (name === undefined || /^(submit|button|image|file|reset)$/i.test(type)) return;
  if (marked && !attributes.has('checked')) return;
  fields.set(name, attributes.get('value') ?? (marked ? 'on' : ''));
}

/** What is open at the current place of a page: a form, and the field in it whose text is read. */
function formReader(forms: Draft[]): Reader {
  let form: Draft | undefined;
  let select: string | undefined;
  let area: { name: string; parts: string[] } | undefined;
  const endArea = (): void => {
    if (area !== undefined) form?.fields.set(area.name, area.parts.join('').replace(/^\r?\n/, ''));
    area = undefined;
  };
  const begin = (tag: string, attributes: Attributes): void => {
    const name = attributes.get('name');
    if (tag === 'form') {
      form = draftOf(attributes);
      forms.push(form);
    } else if (form === undefined) return;
    else if (tag === 'input') readInput(form, attributes);
    else if (tag === 'select') select = name;
    else if (tag === 'textarea' && name !== undefined) area = { name, parts: [] };
    else if (tag === 'option' && select !== undefined)
      if (attributes.has('selected') || !form.fields.has(select))
        form.fields.set(select, attributes.get('value') ?? '');
  };
  const end = (tag: string): void => {
    if (tag === 'textarea') endArea();
    else if (tag === 'select') select = undefined;
    else if (tag === 'form') {
      endArea();
      form = undefined;
    }
  };
  return { begin, end, text: (text: string) => void area?.parts.push(text) };
}

/**
 * Tags and texts of a page as the tokenizer finds them, without a tree: looking after which elements are open takes the parser of the same
 * library quadratic time in how deep they are.
 */
function tokensTo(html: string, reader: Reader): TokenizerCallbacks {
  let tag = '';
  let attribute = '';
  let value: string[] = [];
  let attributes = new Map<string, string>();
  const nothing = (): void => {};
  const slice = (start: number, end: number): string => html.slice(start, end);
  const open = (): void => reader.begin(tag, attributes);
  return {
    onopentagname: (start, end) => {
      tag = slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname: (start, end) => {
      attribute = slice(start, end).toLowerCase();
      value = [];
    },
    onattribdata: (start, end) => void value.push(slice(start, end)),
    onattribentity: (codepoint) => void value.push(String.fromCodePoint(codepoint)),
    onattribend: () => {
      if (!attributes.has(attribute)) attributes.set(attribute, value.join(''));
    },
    onopentagend: open,
    onselfclosingtag: open,
    onclosetag: (start, end) => reader.end(slice(start, end).toLowerCase()),
    ontext: (start, end) => reader.text(slice(start, end)),
    ontextentity: (codepoint) => reader.text(String.fromCodePoint(codepoint)),
    onend: () => reader.end('form'),
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
  };
}

/** Forms of a page, in one pass over it. */
export function formsOf(html: string): Form[] {
  const drafts: Draft[] = [];
  const tokenizer = new Tokenizer({}, tokensTo(html, formReader(drafts)));
  tokenizer.write(html);
  tokenizer.end();
  return drafts.map(({ fields, ...form }) => ({ ...form, fields: Object.fromEntries(fields) }));
}
