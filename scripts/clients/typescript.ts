import { type OutwardCall, outwardApiCalls, outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { outwardDocument } from '#contract/interfaces/outward-api/document.ts';
import { asRecord, keysOf } from '#shared/values/objects.ts';
import { commentOf, typeOf } from './json-types.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type Operation = {
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

function operationOf(call: OutwardCall): Operation {
  const { paths } = outwardDocument();
  return asRecord(asRecord(paths)[call.path])[call.method.toLowerCase()] as Operation;
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
  const operation = operationOf(call);
  const body = operation.requestBody?.content['application/json']?.schema;
  const result = operation.responses[answer.status]?.content?.['application/json']?.schema;
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
