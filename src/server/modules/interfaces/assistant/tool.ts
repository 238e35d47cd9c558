import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { adaptError } from '#server/platform/http/index.ts';
import type { Text } from '#shared/i18n/text.ts';
import type { Desk } from './desk.ts';
import type { GrantScope } from './grants.ts';
import { cleanText } from '#shared/text/clean-text.ts';
import { cleanValue } from './quoted.ts';

/** What a tool found out or did: lines for people, and the same for programs. */
export type ToolAnswer<Data> = { lines: readonly (string | null)[]; data: Data };

/** What a tool is declared by. */
type Declaration<In extends z.ZodObject, Out extends z.ZodObject> = {
  name: string;
  scope: GrantScope;
  title: Text;
  description: Text;
  input: In;
  output: Out;
  /** Of tools that act: whether doing the same again changes nothing more. */
  idempotent?: boolean;
  run: (desk: Desk, input: z.output<In>) => Promise<ToolAnswer<z.input<Out>>>;
};

/** A tool that can be offered to a server. */
export type Tool = { name: string; scope: GrantScope; offer: (server: McpServer, desk: Desk) => void };

/** Longer answers are cut. */
const maxText = 12_000;

/** The text of an answer; where it quotes somebody it says first that quoted words are no instructions. */
function textOfAnswer(desk: Desk, lines: readonly (string | null)[]): string {
  const shown = lines.filter((line) => line !== null);
  const text = cleanText(shown.join('\n'), maxText);
  return text.includes('«') ? `${desk.text('assistant.quotedNotice')}\n${text}` : text;
}

/** What a call was refused with, as the product says it to people; what is not known is logged and says nothing of itself. */
function refusalOf({ ctx, lang }: Desk, tool: string, error: unknown) {
  const { msg, unknown } = adaptError(error, lang, ctx.requestId);
  if (unknown) ctx.log.error({ err: error, tool }, 'a tool of an assistant failed');
  return { isError: true as const, content: [{ type: 'text' as const, text: cleanText(msg) }] };
}

/** Declares one tool. */
export const defineTool = <In extends z.ZodObject, Out extends z.ZodObject>(declared: Declaration<In, Out>): Tool => ({
  name: declared.name,
  scope: declared.scope,
  offer: (server, desk) => {
    const acts = declared.scope === 'act';
    // Without their own types: what the library takes in is parsed once more, by the type of the tool.
    const inputSchema: z.ZodObject = declared.input;
    const outputSchema: z.ZodObject = declared.output;
    server.registerTool(
      declared.name,
      {
        title: declared.title[desk.lang],
        description: declared.description[desk.lang],
        inputSchema,
        outputSchema,
        annotations: {
          title: declared.title[desk.lang],
          readOnlyHint: !acts,
          destructiveHint: false,
          idempotentHint: !acts || declared.idempotent === true,
          openWorldHint: false,
        },
      },
      async (input) => {
        try {
          const { lines, data } = await declared.run(desk, declared.input.parse(input));
          return {
            content: [{ type: 'text' as const, text: textOfAnswer(desk, lines) }],
            structuredContent: cleanValue(data),
          };
        } catch (error) {
          return refusalOf(desk, declared.name, error);
        }
      },
    );
  },
});
