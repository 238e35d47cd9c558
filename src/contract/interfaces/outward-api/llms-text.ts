import { type OutwardCall, outwardApiCalls, outwardBase } from './calls.ts';

const callLines = (tag: OutwardCall['tag']): string =>
  Object.values<OutwardCall>(outwardApiCalls)
    .filter((call) => call.tag === tag)
    .map(
      ({ method, path, summary, description }) => `- \`${method} ${outwardBase}${path}\`: ${summary}. ${description}`,
    )
    .join('\n');

/**
 * What the product is and where its documents and calls are, for language models and the people who use them, in the
 * form of llmstxt.org. Links begin at the address of the installation.
 */
export const llmsText = (): string => `# Portolan (航图)

> Supply-chain visibility with an operations back-office. Portolan asks carriers, platforms, port feeds, AIS and devices where cargo is, merges
> what they report into one shipment with the source of each value, detects exceptions, and notifies people and systems. Pages and texts are in
> Chinese and English.

Programs use a key. An administrator creates it on the page /integrations. It is sent as \`Api-Key: ptk_…\` or \`Authorization: Bearer ptk_…\` and
belongs to one tenant. Scopes: \`events\` opens the outward API, \`read\` and \`act\` open the MCP server.

## Descriptions

- [Outward API](${outwardBase}/openapi.json): OpenAPI 3.1 of the calls below and of the webhooks. Needs no key.
- [All calls](/api/openapi.json): OpenAPI 3.1 of the calls of the pages as well. They need a session.
- [Reference](/api/docs): the same to read and try in a browser.
- [MCP server](/mcp): tools for assistants over Streamable HTTP, with a key of the scopes read or act.

## Events

Events follow DCSA Track & Trace 2.2. To find a shipment, filter by transportDocumentReference (bill of lading), carrierBookingReference or
equipmentReference (container). An event never changes: when an estimate moves, a new event reports it. Of several events of one milestone the
one with the latest eventCreatedDateTime counts. Errors are the error object of the standard, in English.

${callLines('Events')}

## Event subscriptions

${callLines('Event subscriptions')}

## Hooks

${callLines('Hooks')}

## Test shipments

${callLines('Test shipments')}

## Changes

${callLines('Changes')}

## Webhooks

Notifications of subscriptions and hooks are lists of events. They are signed by the Standard Webhooks convention (webhook-id, webhook-timestamp,
webhook-signature), and as DCSA has it (Notification-Signature). Verify the bytes as received. A notification may arrive twice.

## Clients

In the sources of the product: \`clients/typescript\` (typed client), \`clients/python\` (standard library), \`clients/bruno\` (a request for each
call), \`clients/n8n\` and \`clients/zapier\`.
`;
