import { expect, test } from 'vitest';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { failureCause, type FailureCause, failureCauses, signsOf } from './failure-cause.ts';

const known: readonly [code: string | null, text: string, cause: FailureCause][] = [
  ['failed', 'getaddrinfo ENOTFOUND tracking.example', 'nameNotFound'],
  ['failed', 'fetch failed: getaddrinfo EAI_AGAIN tracking.example', 'nameNotFound'],
  ['script_failed', 'connect ECONNREFUSED 127.0.0.1:443', 'connectionRefused'],
  ['failed', 'connect EHOSTUNREACH 203.0.113.9:443', 'unreachable'],
  ['failed', 'page.goto: net::ERR_CERT_DATE_INVALID at https://tracking.example', 'tls'],
  ['failed', 'fetch failed: self-signed certificate in certificate chain', 'tls'],
  ['failed', "Hostname/IP does not match certificate's altnames: Host: a.example", 'tls'],
  ['failed', 'The operation was aborted due to timeout', 'timeout'],
  ['failed', 'fetch failed: Connect Timeout Error UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['failed', 'page.click: Timeout 30000ms exceeded.', 'timeout'],
  ['failed', 'read ECONNRESET', 'connectionLost'],
  ['failed', 'socket hang up', 'connectionLost'],
  ['failed', 'terminated', 'connectionLost'],
  ['site_failed', 'https://a.example/x was answered by 503', 'httpFailed'],
  ['failed', 'Request failed with status code 500', 'httpFailed'],
  ['site_failed', 'https://a.example/x could not be read', 'httpFailed'],
  ['failed', '/api/robot/v1/x was answered by 403', 'httpDenied'],
  ['failed', 'HTTP 404', 'httpNotFound'],
  ['failed', 'HTTP/1.1 429 Too Many Requests', 'httpTooMany'],
  ['failed', 'status: 422', 'httpRefused'],
  ['failed', 'fetch failed', 'notReached'],
  ['script_failed', 'TypeError: fetch failed', 'notReached'],
  ['script_failed', 'TypeError: robot.get is not a function', 'scriptError'],
  ['memory_limit', 'the script uses more than 256 MB', 'memoryLimit'],
  ['time_limit', 'the script used more than 60 s of processor time', 'timeLimit'],
  ['stack_limit', 'the script calls itself too deeply', 'stackLimit'],
  ['script_stuck', 'the script waits for something that never comes', 'scriptStuck'],
  ['request_refused', 'the header "host" is set by the robot', 'requestRefused'],
  ['request_too_large', 'the body of a request is larger than 5000000 bytes', 'requestTooLarge'],
  ['script_failed', "ReferenceError: 'x' is not defined (line 3)", 'scriptError'],
  ['output_limit', 'the script wrote more than 1000000 bytes', 'outputLimit'],
  ['address_refused', 'db.internal is an internal address', 'addressRefused'],
  ['script_ended', 'the process of the script ended by itself (SIGABRT)', 'scriptEnded'],
  ['no_handler', 'this robot has no handler "x"', 'noHandler'],
  ['remote_process', 'the orchestrator has no process "X" in this folder', 'remoteProcess'],
];

test('words of libraries and codes of robots tell the cause', () => {
  for (const [code, text, cause] of known) expect([text, failureCause(code, text)]).toEqual([text, cause]);
});

test('words that the author of a script chose stay as they are', () => {
  for (const text of [
    'the certificate of origin is missing',
    '提单号为空',
    'container 4040404 is unknown',
    'status: shipped 500 boxes',
    'HTTP 2004',
    'the connection of the vessel is late',
  ])
    expect([text, failureCause('script_failed', text)]).toEqual([text, undefined]);
  expect(failureCause(null, null)).toBeUndefined();
});

test('every cause is stated in both languages, and no sign is shared by two', () => {
  for (const cause of failureCauses)
    for (const lang of ['zh', 'en'] as const) expect(serverText(`job.cause.${cause}`, {}, lang)).not.toBe('');
  const codes = failureCauses.flatMap((cause) => signsOf(cause).codes);
  expect(new Set(codes).size).toBe(codes.length);
});
