import { fieldsOf } from './fields.ts';

/** The server refused a call: `code` says why in a word. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;
  readonly http: number;

  constructor(http: number, code: string, text: string) {
    super(text);
    this.http = http;
    this.code = code;
  }
}

type Answer = { status?: number; msg?: string; data?: unknown };

const timeoutMs = 30_000;

/** Makes calls of the protocol as one robot. */
export type ProtocolClient = <T>(path: string, body: object) => Promise<T>;

/** Opens a client; a call that gets no answer throws as fetch does, one that is refused throws `Refused`. */
export const protocolClient =
  ({ server, key, signal }: { server: string; key: string; signal?: AbortSignal }): ProtocolClient =>
  async <T>(path: string, body: object): Promise<T> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${server.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': key, source: 'WaliRobot' },
      body: JSON.stringify(body),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const text = await response.text();
    let answer: Answer = {};
    try {
      answer = JSON.parse(text);
    } catch {
      throw new Error(`${path} was answered by ${response.status} and no JSON`);
    }
    if (response.ok && answer.status === 1) return answer.data as T;
    if (response.status >= 500 || response.status === 429)
      throw new Error(`${path} was answered by ${response.status}`);
    const { code } = fieldsOf(answer.data);
    throw new Refused(response.status, typeof code === 'string' ? code : 'refused', answer.msg ?? '');
  };
