import type { Readable } from 'node:stream';
import type { MessageParams, ServerMessageCode } from '#shared/i18n/server-messages/index.ts';

/** `data` of an answer together with a text for people. */
export class Answer<T> {
  readonly data: T;
  readonly code: ServerMessageCode;
  readonly params: MessageParams;

  constructor(data: T, code: ServerMessageCode, params: MessageParams) {
    this.data = data;
    this.code = code;
    this.params = params;
  }
}

/** Answers with a success text of the catalogue. */
export const answer = <T>(data: T, code: ServerMessageCode, params: MessageParams = {}): Answer<T> =>
  new Answer(data, code, params);

/** What a streamed answer consists of. */
export type StreamContent = {
  body: Readable | AsyncIterable<string | Uint8Array>;
  contentType: string;
  /** Offered as the name to save under. */
  fileName?: string;
};

/** An answer that is no envelope but a stream, such as an export. */
export class StreamAnswer {
  readonly content: StreamContent;

  constructor(content: StreamContent) {
    this.content = content;
  }
}

/** Answers with a stream instead of the envelope; an error after the first byte breaks the connection off. */
export const streamAnswer = (content: StreamContent): StreamAnswer => new StreamAnswer(content);
