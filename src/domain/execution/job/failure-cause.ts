import { keysOf } from '#shared/values/objects.ts';

/**
 * Causes of failures that executors report in the words of their libraries, in the order in which they are looked for. `text` is a
 * regular expression that both JavaScript and PostgreSQL read (without regard to case); `codes` are the codes of robots.
 */
const causes = {
  siteForbidden: { codes: ['site_forbidden'], text: '' },
  siteTooMany: { codes: ['site_too_many'], text: '' },
  siteCaptcha: { codes: ['site_captcha'], text: '' },
  siteLogin: { codes: ['site_login'], text: '' },
  siteInterstitial: { codes: ['site_interstitial'], text: '' },
  nameNotFound: { codes: [], text: 'ENOTFOUND|EAI_AGAIN|EAI_NODATA|ERR_NAME_NOT_RESOLVED|getaddrinfo' },
  connectionRefused: { codes: [], text: 'ECONNREFUSED|ERR_CONNECTION_REFUSED' },
  unreachable: {
    codes: [],
    text: 'EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED',
  },
  tls: {
    codes: [],
    text: "CERT_[A-Z_]+|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_|ERR_SSL_|ERR_CERT_|EPROTO|self.signed certificate|unable to verify the first certificate|local issuer certificate|certificate has expired|certificate's altnames|SSL routines",
  },
  timeout: {
    codes: [],
    text: 'ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_[A-Z]+_TIMEOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|aborted due to timeout|timed out|timeout [0-9]+ ?ms exceeded',
  },
  connectionLost: {
    codes: [],
    text: 'ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|ERR_CONNECTION_RESET|ERR_CONNECTION_CLOSED|ERR_EMPTY_RESPONSE|socket hang up|other side closed|(^|: )terminated$',
  },
  httpDenied: { codes: [], text: '(answered by|status|status code|HTTP|HTTP/[0-9.]+)[ :=]+(401|403|407)([^0-9]|$)' },
  httpNotFound: { codes: [], text: '(answered by|status|status code|HTTP|HTTP/[0-9.]+)[ :=]+(404|410)([^0-9]|$)' },
  httpTooMany: { codes: [], text: '(answered by|status|status code|HTTP|HTTP/[0-9.]+)[ :=]+429([^0-9]|$)' },
  httpRefused: { codes: [], text: '(answered by|status|status code|HTTP|HTTP/[0-9.]+)[ :=]+4[0-9][0-9]([^0-9]|$)' },
  httpFailed: {
    codes: ['site_failed'],
    text: '(answered by|status|status code|HTTP|HTTP/[0-9.]+)[ :=]+5[0-9][0-9]([^0-9]|$)',
  },
  notReached: { codes: [], text: '(^|: )fetch failed|(^|: )Failed to fetch|^network error' },
  memoryLimit: { codes: ['memory_limit'], text: 'JavaScript heap out of memory' },
  timeLimit: { codes: ['time_limit'], text: '' },
  stackLimit: { codes: ['stack_limit'], text: '' },
  scriptStuck: { codes: ['script_stuck'], text: '' },
  outputLimit: { codes: ['output_limit'], text: '' },
  answerTooLarge: { codes: ['answer_too_large'], text: '' },
  requestRefused: { codes: ['request_refused'], text: '' },
  requestTooLarge: { codes: ['request_too_large'], text: '' },
  addressRefused: { codes: ['address_refused'], text: '' },
  tooManyRedirects: { codes: ['too_many_redirects'], text: 'ERR_TOO_MANY_REDIRECTS|redirect count exceeded' },
  scriptEnded: { codes: ['script_ended'], text: '' },
  notRecorded: { codes: ['not_recorded'], text: '' },
  noExecutor: { codes: ['no_executor'], text: '' },
  noHandler: { codes: ['no_handler'], text: '' },
  noSite: { codes: ['no_site'], text: '' },
  scriptError: { codes: [], text: '^(TypeError|ReferenceError|SyntaxError|RangeError|InternalError): ' },
  remoteProcess: { codes: ['remote_process'], text: '' },
} as const satisfies Record<string, { codes: readonly string[]; text: string }>;

/** Why a job failed, as far as its words tell. */
export type FailureCause = keyof typeof causes;

/** Causes by which the site of a carrier refuses a robot. */
export const siteRefusals = [
  'siteForbidden',
  'siteTooMany',
  'siteCaptcha',
  'siteLogin',
  'siteInterstitial',
] as const satisfies readonly FailureCause[];

/** All causes, in the order in which they are looked for. */
export const failureCauses = keysOf(causes);

/** What a cause is known by: codes of robots, and an expression for their words. */
export const signsOf = (cause: FailureCause): { codes: readonly string[]; text: string } => causes[cause];

const expressions = failureCauses.map((cause) => {
  const { text } = causes[cause];
  return [cause, text === '' ? undefined : new RegExp(text, 'i')] as const;
});

/** Why a job failed; undefined when its words are its own, such as those that the author of a script chose. */
export function failureCause(code: string | null, text: string | null): FailureCause | undefined {
  const byCode = failureCauses.find((cause) => signsOf(cause).codes.includes(code ?? ''));
  if (byCode !== undefined && byCode !== 'httpFailed') return byCode;
  return expressions.find(([, expression]) => expression?.test(text ?? '') === true)?.[0] ?? byCode;
}
