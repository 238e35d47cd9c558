import { plainText, tagsOf, type Tag } from './tags.ts';

/** A form of a page with the values its fields begin with. */
export type Form = { name: string; action: string; method: 'GET' | 'POST'; fields: Record<string, string> };

const formOf = ({ attributes }: Tag): Form => ({
  name: attributes['name'] ?? attributes['id'] ?? '',
  action: attributes['action'] ?? '',
  method: (attributes['method'] ?? '').toLowerCase() === 'post' ? 'POST' : 'GET',
  fields: {},
});

function readInput(fields: Record<string, string>, { attributes }: Tag): void {
  const { name, type = 'text' } = attributes;
  const marked = /^(checkbox|radio)$/i.test(type);
  if (name === undefined || /^(submit|button|image|file|reset)$/i.test(type)) return;
  if (marked && attributes['checked'] === undefined) return;
  fields[name] = attributes['value'] ?? (marked ? 'on' : '');
}

/** Forms of a page. */
export function formsOf(html: string): Form[] {
  const forms: Form[] = [];
  let form: Form | undefined;
  let select: string | undefined;
  for (const tag of tagsOf(html)) {
    const { name, attributes, after } = tag;
    if (name === 'form') {
      form = formOf(tag);
      forms.push(form);
    } else if (name === '/form') form = undefined;
    else if (name === '/select') select = undefined;
    else if (form === undefined) continue;
    else if (name === 'input') readInput(form.fields, tag);
    else if (name === 'select') select = attributes['name'];
    else if (name === 'textarea' && attributes['name'] !== undefined)
      form.fields[attributes['name']] = plainText(html.slice(after, Math.max(after, html.indexOf('</', after))));
    else if (name === 'option' && select !== undefined)
      if (attributes['selected'] !== undefined || form.fields[select] === undefined)
        form.fields[select] = attributes['value'] ?? '';
  }
  return forms;
}

/** Fields as forms send them. */
export const encodeFields = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`.replaceAll('%20', '+'))
    .join('&');
