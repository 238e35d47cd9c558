import { asRecord } from '#shared/values/objects.ts';

type Json = { [key: string]: unknown };

/** A comment before a declaration, empty without a text. */
export const commentOf = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? `/** ${text}. */\n` : '';

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

function objectType(schema: Json): string {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const members = Object.entries(asRecord(schema['properties'])).map(([name, property]) => {
    const key = isName(name) ? name : JSON.stringify(name);
    const { description } = asRecord(property);
    return `${commentOf(description)}${key}${required.has(name) ? '' : '?'}: ${typeOf(property)};`;
  });
  const isOpen = Object.keys(asRecord(schema['additionalProperties'])).length === 0 && schema['additionalProperties'];
  return `{\n${members.join('\n')}${isOpen ? '\n[name: string]: unknown;' : ''}\n}`;
}

/** The TypeScript type of a JSON Schema. Throws for what it does not know. */
export function typeOf(given: unknown): string {
  const schema = asRecord(given);
  const { $ref, type, enum: values, oneOf, anyOf, items } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const branches = oneOf ?? anyOf;
  if (Array.isArray(branches)) return branches.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return `Array<${typeOf(items)}>`;
  if (type === 'object') return objectType(schema);
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  throw new Error(`no type for ${JSON.stringify(schema)}`);
}
