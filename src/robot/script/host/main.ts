// The process in which a script runs: inside an interpreter in WebAssembly, which sees nothing of this process. Node's permission model
// keeps files, processes and threads from the process itself. It reads lines from the agent and writes lines to it.
// Its arguments are the limits of the script: megabytes of memory and milliseconds of processor time.
import { fieldsOf } from '../../fields.ts';
import { formsOf } from './forms.ts';
import { linesOf } from './lines.ts';
import { loadInterpreter, Sandbox } from './sandbox.ts';

const longestPage = 10_000_000;
const longestSleepMs = 60_000;
/** A script that asks for more at a time is refused, so that its questions do not fill this process. */
const maxRequested = 1_000;

const [heapMb = 0, cpuMs = 0] = process.argv.slice(2).map(Number);
const limits = { heapMb, cpuMs };
const interpreter = await loadInterpreter(heapMb);
// The functions of the interpreter are compiled when they are first called: here, before there is a script, by one of its kind.
new Sandbox(interpreter, { limits, waits: () => false, ended: () => {} }).start(
  `const { name = 'x', ...rest } = input; for (const one of [1, 2].map(String)) robot.log(\`\${one}\${name}\`);
   return JSON.parse(JSON.stringify({ rest, found: /(x)y?/.exec('axb')?.index }));`,
  { about: {}, input: {}, siteUrl: null },
  () => undefined,
);

const requested = new Set<number>();
const sleeping = new Map<number, NodeJS.Timeout>();
let isStopped = false;

const send = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
const sandbox = new Sandbox(interpreter, {
  limits,
  waits: () => requested.size > 0 || sleeping.size > 0,
  ended: (ending) => {
    send(ending);
    // Not earlier than the line is written.
    process.stdout.end(() => process.exit());
  },
});

function wake(id: number): void {
  clearTimeout(sleeping.get(id));
  sleeping.delete(id);
  sandbox.take(JSON.stringify({ id, ...(isStopped ? { error: 'stopped', stopped: true } : { value: null }) }));
}

/** Begins to answer a question; gives why it is refused. */
function ask(id: number, what: unknown, value: unknown): string | undefined {
  if (requested.size + sleeping.size >= maxRequested) return `a script can wait for ${maxRequested} answers at a time`;
  if (what === 'sleep') {
    const ms = isStopped ? 0 : Math.max(0, Math.min(longestSleepMs, Number(value)));
    sleeping.set(
      id,
      setTimeout(() => wake(id), ms),
    );
  } else {
    requested.add(id);
    send({ kind: 'ask', id, what, value });
  }
  return undefined;
}

/** What the script calls, whose text may be anything; nothing that goes wrong here goes in. */
function call(text: string): string | undefined {
  try {
    const { do: wanted, id, what, value, html, ...rest } = fieldsOf(JSON.parse(text));
    if (wanted === 'ask' && typeof id === 'number') return ask(id, what, value);
    if (wanted === 'log' || wanted === 'progress') send({ kind: wanted, value: rest });
    else if (wanted === 'forms' && typeof html === 'string' && html.length <= longestPage)
      return JSON.stringify(formsOf(html));
  } catch {
    // Is answered like everything that is no question.
  }
  return undefined;
}

for await (const line of linesOf(process.stdin, Number.POSITIVE_INFINITY)) {
  const { kind, id, script, reported } = fieldsOf(JSON.parse(line));
  if (kind === 'start') sandbox.start(String(script), fieldsOf(reported), call);
  else if (kind === 'answer' && typeof id === 'number' && requested.delete(id)) sandbox.take(line);
  else if (kind === 'stop') {
    isStopped = true;
    sandbox.take('{"stop":true}');
    for (const one of sleeping.keys()) wake(one);
  }
}
// The agent is gone.
process.exit();
