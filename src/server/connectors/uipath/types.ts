/** How an orchestrator is reached. */
export type RemoteAccess = {
  /** Up to what stands before /odata. */
  url: string;
  tokenUrl: string;
  folderId: string | null;
  clientId: string;
  clientSecret: string;
  scope: string;
};

/** A job as the orchestrator tells it. */
export type RemoteJob = {
  id: string;
  /** As it names it: Pending, Running, Stopping, Terminating, Suspended, Resumed, Successful, Faulted, Stopped. */
  state: string;
  info: string | null;
  /** What the process gave, where it is JSON. */
  output: unknown;
};

/** Why an orchestrator did not do what was requested. */
export type RemoteReason =
  | 'unreachable'
  | 'credentials'
  | 'forbidden'
  | 'throttled'
  | 'refused'
  | 'notFound'
  | 'noAnswer';

/** A call that failed; its text never has a secret in it. */
export class RemoteFailure extends Error {
  readonly reason: RemoteReason;
  /** How long the orchestrator asks to be left alone. */
  readonly retryAfterMs: number | null;

  constructor(reason: RemoteReason, text: string, retryAfterMs: number | null = null) {
    super(text);
    this.name = 'RemoteFailure';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
