import { isAbort } from '../error-text.ts';
import { JobError, Stopped, type Page, type Manners } from '../types.ts';
import { agentVersion } from '../version.ts';
import { isListed, type Wanted } from './guarded-request.ts';
import { isLoginAddress, refusalOf, type SiteRefusal } from './refusal.ts';

/** The longest pause that a site may ask for within a job; one that asks for more refuses the robot. */
const longestWaitMs = 300_000;
/** So many pauses a robot waits that was asked too often and reported nothing. */
const backOff = 15;

/** When each site was asked last, by all jobs of this agent. */
const lastCalls = new Map<string, number>();

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(new Stopped('stopped'));
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/** The pause that `Retry-After` asks for, seconds or a date; undefined: it asks for none. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

type Request = (wanted: Wanted, stopping: AbortSignal) => Promise<Page>;

/**
 * Makes the requests of a job to a carrier's site so that the site can live with them: it is reported who asks, it gets one call at a time
 * with the pause between them, and where it refuses the robot the job asks nothing more. `refused` gives that refusal.
 * Throws a `JobError` with the code of a `SiteRefusal`, or `site_failed` for an error of the site itself.
 */
export function mannerly(request: Request, { contact, pauseMs }: Manners, hosts: readonly string[]) {
  let refusal: JobError | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const refuse = (code: SiteRefusal, text: string): JobError => (refusal ??= new JobError(code, text));

  const once = async (wanted: Wanted, stopping: AbortSignal): Promise<Page> => {
    const host = new URL(wanted.url, wanted.from).host;
    await wait(Math.max(0, (lastCalls.get(host) ?? -Infinity) + pauseMs - Date.now()), stopping);
    try {
      return await request(wanted, stopping);
    } catch (error) {
      if (isAbort(error) && stopping.aborted) throw new Stopped('stopped');
      const url = new URL(wanted.url, wanted.from);
      // The address itself was allowed: the site has sent the robot elsewhere.
      if (error instanceof JobError && error.code === 'address_refused' && isListed(url, hosts)) {
        const away = /https?:\/\/\S+/.exec(error.message)?.[0] ?? '';
        if (away !== '' && !isListed(new URL(away), hosts))
          throw refuse(isLoginAddress(away) ? 'site_login' : 'site_interstitial', `${url.origin} sent it to ${away}`);
      }
      throw error;
    } finally {
      lastCalls.set(host, Date.now());
    }
  };

  const insist = async (wanted: Wanted, stopping: AbortSignal): Promise<Page> => {
    for (let attempt = 1; ; attempt += 1) {
      const page = await once(wanted, stopping);
      const code = refusalOf(page, wanted);
      if (code === undefined) {
        if (page.status >= 500) throw new JobError('site_failed', `${page.url} was answered by ${page.status}`);
        if (wanted.expects === 'json' && !/^\s{0,1000}[[{"\dtfn-]/.test(page.text))
          throw new JobError('site_failed', `${page.url} was answered by no JSON`);
        return page;
      }
      const requested = retryAfterMs(page.headers['retry-after'], Date.now());
      const waitMs = requested ?? pauseMs * (code === 'site_too_many' ? backOff : 1);
      const may = (code === 'site_forbidden' || code === 'site_too_many') && attempt === 1 && waitMs <= longestWaitMs;
      if (!may) throw refuse(code, `${page.url} was answered by ${page.status}`);
      await wait(waitMs, stopping);
    }
  };

  const ask: Request = (wanted, stopping) => {
    const named = Object.keys(wanted.headers ?? {}).some((name) => name.toLowerCase() === 'user-agent');
    if (named) throw new JobError('request_refused', 'the header "User-Agent" is set by the robot');
    const headers = { ...wanted.headers, 'user-agent': `Portolan-robot/${agentVersion} (+${contact})` };
    const next = turn.then(() => {
      if (refusal !== undefined) throw refusal;
      return insist({ ...wanted, headers }, stopping);
    });
    turn = next.catch(() => {});
    return next;
  };
  return { ask, refused: (): JobError | undefined => refusal };
}
