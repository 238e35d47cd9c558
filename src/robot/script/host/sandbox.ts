import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { fieldsOf } from '../../fields.ts';

/** What a script may use. */
export type SandboxLimits = { heapMb: number; cpuMs: number };

/** How a script ended. */
export type Ending =
  | { kind: 'done'; output: string }
  | { kind: 'failed'; text: string; code?: string; stopped?: boolean };

const bytesPerMb = 1_048_576;
const pageBytes = 65_536;
/** Of the interpreter itself, and of texts on their way in: beside what the script may use. */
const interpreterMb = 16;
const textsMb = 32;
/** For reading why a script failed that has no memory left. */
const spareMb = 4;
/** The machine's stack is larger: the interpreter refuses before it ends. */
const stackBytes = 256 * 1024;
/** Between the ticks of the interpreter, a function of its own may run for long: then the process is ended by the clock. */
const clockPerCpu = 2;

const robotText = readFileSync(new URL('./robot.js', import.meta.url), 'utf8');

/** Runs what `holder.entry` is at the time, and ends it by the clock: also loops inside of the interpreter, which it does not count. */
const holder = { entry: (): void => {} };
Reflect.defineProperty(globalThis, 'enterSandbox', { value: () => holder.entry() });
const enterScript = new Script('enterSandbox()');

const limitTexts = {
  time_limit: ({ cpuMs }: SandboxLimits) => `the script used more than ${Math.round(cpuMs / 1000)} s of processor time`,
  memory_limit: ({ heapMb }: SandboxLimits) => `the script uses more than ${heapMb} MB`,
  stack_limit: () => 'the script calls itself too deeply',
  script_ended: () => 'the sandbox of the script broke',
  script_stuck: () => 'the script waits for something that never comes',
} as const;
type LimitCode = keyof typeof limitTexts;

/** Which limit a failure of the interpreter tells of. */
function limitOf(text: string): LimitCode | undefined {
  if (/^InternalError: (out of memory|string too long)/.test(text)) return 'memory_limit';
  return text.startsWith('InternalError: stack overflow') ? 'stack_limit' : undefined;
}

/** What left the interpreter by an exception of the process: its state is lost. */
function brokenBy(error: unknown): LimitCode {
  if (!(error instanceof Error)) return 'script_ended';
  if ('code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'time_limit';
  return error instanceof RangeError && error.message.includes('call stack') ? 'stack_limit' : 'script_ended';
}

/** The types of the package are those of its other format, in which the variant lies one level deeper. */
const isVariant = (value: unknown): value is QuickJSSyncVariant =>
  typeof value === 'object' && value !== null && 'importFFI' in value;

/** Loads the interpreter; its memory can never become larger than the heap of a script and its own needs. */
export function loadInterpreter(heapMb: number): Promise<QuickJSWASMModule> {
  const loaded: unknown = variant;
  if (!isVariant(loaded)) throw new TypeError('the interpreter has another form');
  const maximum = ((heapMb + interpreterMb + textsMb) * bytesPerMb) / pageBytes;
  const wasmMemory = new WebAssembly.Memory({ initial: (interpreterMb * bytesPerMb) / pageBytes, maximum });
  return newQuickJSWASMModuleFromVariant(newVariant(loaded, { wasmMemory }));
}

/** A script in its sandbox. Texts go in and out; `ended` is called once, after which nothing runs any more. */
export class Sandbox {
  readonly #vm: QuickJSContext;
  readonly #memory: WebAssembly.Memory;
  readonly #limits: SandboxLimits;
  readonly #ended: (ending: Ending) => void;
  readonly #waits: () => boolean;
  readonly #startCpu = process.threadCpuUsage();
  #parts: Readonly<Record<'take' | 'outputText' | 'failureText', QuickJSHandle>> | undefined;
  #promise: QuickJSHandle | undefined;
  #overTime = false;
  #isOver = false;

  constructor(
    interpreter: QuickJSWASMModule,
    parts: { limits: SandboxLimits; waits: () => boolean; ended: (ending: Ending) => void },
  ) {
    this.#limits = parts.limits;
    this.#ended = parts.ended;
    this.#waits = parts.waits;
    this.#memory = interpreter.getWasmMemory();
    const runtime = interpreter.newRuntime();
    runtime.setMemoryLimit(parts.limits.heapMb * bytesPerMb);
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(() => {
      const { user, system } = process.threadCpuUsage(this.#startCpu);
      this.#overTime ||= (user + system) / 1000 > parts.limits.cpuMs;
      return this.#overTime;
    });
    this.#vm = runtime.newContext();
  }

  /** Compiles the script and begins it; `call` answers the texts that come from inside. */
  start(script: string, reported: object, call: (text: string) => string | undefined): void {
    this.#enter(() => {
      const vm = this.#vm;
      const bridge = vm.newFunction('call', (text) => {
        // Anything else would have to be made a text first, which is code of the script.
        const answer = text !== undefined && vm.typeof(text) === 'string' ? call(vm.getString(text)) : undefined;
        return answer === undefined ? vm.undefined : vm.newString(answer);
      });
      const module = vm.unwrapResult(vm.evalCode(robotText, 'robot.js', { type: 'module' }));
      const open = vm.getProp(module, 'openRobot');
      const made = vm.unwrapResult(vm.callFunction(open, vm.undefined, bridge, vm.newString(JSON.stringify(reported))));
      const part = (name: string): QuickJSHandle => vm.getProp(made, name);
      this.#parts = { take: part('take'), outputText: part('outputText'), failureText: part('failureText') };
      const body = this.#compiled(script);
      if (body !== undefined) this.#promise = this.#called(body, part('robot'), part('input'));
    });
  }

  /** Hands an answer in, and runs what waited for it. */
  take(text: string): void {
    this.#enter(() => {
      const given = this.#vm.newString(text);
      // What has no room becomes no text.
      if (this.#vm.typeof(given) === 'string') this.#called(this.#parts?.take, given)?.dispose();
      else this.#endAt('memory_limit');
      given.dispose();
    });
  }

  /**
   * The script as a function. An arrow function with a body can be followed by nothing but the rest of the condition, and a function in
   * parentheses cannot be followed by that: no text that closes the function early is right in both places.
   */
  #compiled(script: string): QuickJSHandle | undefined {
    const vm = this.#vm;
    const arrow = `true ? async (robot, input) => {${script}\n} : 0`;
    const checked = vm.evalCode(arrow, 'script.js', { strict: true, compileOnly: true });
    if (checked.error !== undefined) return this.#fail(checked.error);
    checked.value.dispose();
    const made = vm.evalCode(`(async function (robot, input) {${script}\n})`, 'script.js', { strict: true });
    return made.error === undefined ? made.value : this.#fail(made.error);
  }

  /** Calls a function inside; what it throws ends the script. */
  #called(callee: QuickJSHandle | undefined, ...values: QuickJSHandle[]): QuickJSHandle | undefined {
    if (callee === undefined || this.#isOver) return undefined;
    const result = this.#vm.callFunction(callee, this.#vm.undefined, ...values);
    return result.error === undefined ? result.value : this.#fail(result.error);
  }

  #enter(run: () => void): void {
    if (this.#isOver) return;
    holder.entry = () => {
      run();
      this.#settle();
    };
    try {
      enterScript.runInThisContext({ timeout: this.#limits.cpuMs * clockPerCpu });
    } catch (error) {
      const code = brokenBy(error);
      this.#endAt(code === 'script_ended' && this.#isFull() ? 'memory_limit' : code);
    }
  }

  /** Runs what can run; then the script is over, or waits for an answer. */
  #settle(): void {
    const { runtime } = this.#vm;
    while (!this.#isOver && runtime.hasPendingJob()) {
      const { error } = runtime.executePendingJobs();
      if (error !== undefined) this.#fail(error);
    }
    if (this.#isOver || this.#promise === undefined) return;
    const state = this.#vm.getPromiseState(this.#promise);
    if (state.type === 'rejected') this.#fail(state.error);
    else if (state.type === 'fulfilled') this.#finish(state.value);
    else if (!this.#waits()) this.#endAt(this.#isFull() ? 'memory_limit' : 'script_stuck');
  }

  #finish(value: QuickJSHandle): void {
    const text = this.#called(this.#parts?.outputText, value);
    if (text === undefined) return;
    if (this.#vm.typeof(text) === 'string') this.#end({ kind: 'done', output: this.#vm.getString(text) });
    else this.#end({ kind: 'failed', text: 'the output is no JSON' });
  }

  /** Ends the script by what it threw. Reading that runs code of the script, so that it may fail in its turn. */
  #fail(error: QuickJSHandle): undefined {
    this.#vm.runtime.setMemoryLimit((this.#limits.heapMb + spareMb) * bytesPerMb);
    const { failureText } = this.#parts ?? {};
    const read =
      failureText === undefined || this.#overTime
        ? undefined
        : this.#vm.callFunction(failureText, this.#vm.undefined, error).unwrapOr(undefined);
    if (this.#overTime) return this.#endAt('time_limit');
    const isRead = read !== undefined && this.#vm.typeof(read) === 'string';
    const { text, code, stopped } = fieldsOf(isRead ? JSON.parse(this.#vm.getString(read)) : {});
    // Without memory for an error, the interpreter throws null.
    const limit = text === 'null' && this.#isFull() ? 'memory_limit' : limitOf(String(text));
    if (limit !== undefined) return this.#endAt(limit);
    return this.#end({
      kind: 'failed',
      text: typeof text === 'string' ? text : 'the script failed, and its error cannot be read',
      ...(typeof code === 'string' ? { code } : {}),
      stopped: stopped === true,
    });
  }

  /** Whether the script has used about all of its memory at some time. */
  #isFull(): boolean {
    return this.#memory.buffer.byteLength > this.#limits.heapMb * bytesPerMb * 0.9;
  }

  #endAt(code: LimitCode): undefined {
    return this.#end({ kind: 'failed', code, text: limitTexts[code](this.#limits) });
  }

  #end(ending: Ending): undefined {
    if (!this.#isOver) this.#ended(ending);
    this.#isOver = true;
  }
}
