/** What runs, as the server says it. Anyone who adds a kind adds an executor for it. */
export type Work = {
  kind: string;
  name?: string;
  /** Of scripts: the text, the addresses they may ask, and what came of a run that is tried again. */
  script?: string;
  hosts?: string[];
  siteUrl?: string | null;
  replay?: Recorded[] | null;
  /** How a carrier's site is asked; none for sites that the product knows nothing about. */
  manners?: Manners | null;
  [detail: string]: unknown;
};

/** A job as the server leases it. */
export type Job = {
  jobId: string;
  fence: number;
  attempt: number;
  processType: string;
  processName: string;
  packageVersion: string;
  work: Work;
  input: unknown;
  runSeconds: number;
  subscription: {
    subscriptionId: string;
    carrierCode: string;
    subject: 'bill' | 'container';
    subjectNo: string;
    siteUrl: string | null;
  } | null;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What an executor may use while a job runs. */
export type JobTools = {
  log: (level: LogLevel, text: string) => void;
  /** Percent, and what is being done. */
  progress: (percent: number, text?: string) => void;
  /** Brings something: a page, a picture, a file. */
  artifact: (name: string, contentType: string, body: Uint8Array | string) => Promise<void>;
  /** Reads an asset of the job's tenant; a secret one must not be shown. */
  asset: (assetType: string) => Promise<{ value: string; secret: boolean }>;
  /** Aborted when the job shall end: safely after a stop, at once after a kill. */
  stopping: AbortSignal;
  killed: AbortSignal;
  /** Makes a call of the product with the key of the robot. */
  call: (path: string, body: object) => Promise<unknown>;
  robotName: string;
};

/** Runs jobs of one kind; gives their output, or throws. Having been stopped it throws `Stopped`, or gives what it has. */
export type Executor = (job: Job, tools: JobTools) => Promise<unknown>;

/** The work ended because it was asked to. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** The work failed for a reason that has a code. */
export class JobError extends Error {
  override name = 'JobError';
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** What came. */
export type Page = { url: string; status: number; headers: Record<string, string>; text: string };

/** A request of a script with what came, kept so that another version can be tried on it. */
export type Recorded = { method: string; url: string; body: string | null; page: Page };

/** How a carrier's site is asked: who answers for the robot, and the pause between two calls. */
export type Manners = { contact: string; pauseMs: number };
