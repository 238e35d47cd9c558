import { type OutwardCall, outwardApiCalls, outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { outwardDocument } from '#contract/interfaces/outward-api/document.ts';
import { asRecord, keysOf } from '#shared/values/objects.ts';
import { commentOf, typeOf } from './json-types.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The value at a path of names, undefined where a name is missing. */
const at = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce<unknown>((found, name) => asRecord(found)[name], value);

/** The schemas of the body and of the successful answer of a call, undefined without one. */
function schemasOf({ path, method, answer }: OutwardCall): { body: unknown; result: unknown } {
  const operation = at(outwardDocument(), 'paths', path, method.toLowerCase());
  const json = ['content', 'application/json', 'schema'];
  return {
    body: at(operation, 'requestBody', ...json),
    result: at(operation, 'responses', answer.status, ...json),
  };
}

function queryType(name: string, { query }: OutwardCall): string {
  if (query === undefined) return '';
  const members = query.map(({ name: key, description, schema, isList }) => {
    const type = isList === true ? `ReadonlyArray<${typeOf(asRecord(schema)['items'])}>` : typeOf(schema);
    return `${commentOf(description)}${JSON.stringify(key)}?: ${type};`;
  });
  return `/** Parameters of ${name}. */\nexport type ${capital(name)}Query = {\n${members.join('\n')}\n};\n`;
}

/** The methods of one call. */
function methodsOf(name: string, call: OutwardCall): string {
  const { method, path, summary, description, id, query, answer } = call;
  const { body, result } = schemasOf(call);
  const parameters = [
    ...(id === undefined ? [] : [`${id.name}: string`]),
    ...(body === undefined ? [] : [`body: ${typeOf(body)}`]),
    ...(query === undefined ? [] : [`query: ${capital(name)}Query = {}`]),
    'options?: CallOptions',
  ].join(', ');
  const address = `\`\${base}${path.replace(/\{(\w+)\}/g, '${encodeURIComponent($1)}')}\``;
  const sent = ['options', ...(body === undefined ? [] : ['body']), ...(query === undefined ? [] : ['query'])].join(
    ', ',
  );
  const comment = `/** ${summary}. ${description} */\n`;
  if (answer.isPaged !== true) {
    const type = result === undefined ? 'void' : typeOf(result);
    return `${comment}${name}(${parameters}): Promise<${type}> {\n  return this.send('${method}', ${address}, { ${sent} });\n}\n`;
  }
  const item = answer.isList === true ? typeOf(asRecord(result)['items']) : 'Event';
  return `${comment}${name}(${parameters}): Promise<Page<${item}>> {
  return this.page(${address}, { ${sent} });
}

/** ${summary}, item by item over all pages. */
${name.replace(/^get/, 'all')}(${parameters}): AsyncGenerator<${item}, void> {
  return this.all(${address}, { ${sent} });
}
`;
}

/** The text of clients/typescript/src/api.ts, not formatted. */
export function typescriptClient(): string {
  const schemas = asRecord(asRecord(outwardDocument()['components'])['schemas']);
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${commentOf(asRecord(schema)['description'])}export type ${name} = ${typeOf(schema)};\n`,
  );
  const names = keysOf(outwardApiCalls);
  return `// Made from src/contract/outward-api; do not edit, run npm run generate instead.
import { type CallOptions, Caller, type Page } from './caller.ts';

const base = ${JSON.stringify(outwardBase)};

${types.join('\n')}
${names.map((name) => queryType(name, outwardApiCalls[name])).join('\n')}
/** The outward API of Portolan. Methods throw the errors of this package. */
export class PortolanClient extends Caller {
${names.map((name) => methodsOf(name, outwardApiCalls[name])).join('\n')}
}
`;
}
