// The process in which a script runs. It has no files, processes, workers and network: Node's permission model takes the first
// three, and what could open a socket is removed before the script is read. All it can do is write messages to its parent, which
// does what the script asks or refuses it. The script sees a realm of its own, into which only texts pass.
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import vm from 'node:vm';

type Start = { kind: 'start'; script: string; realm: string; job: unknown };
type Answer = { kind: 'answer'; text: string } | { kind: 'stop' };

const send = process.send?.bind(process);
const refuse = (): never => {
  throw new Error('there is no network in a script: use robot.fetch');
};

/** What a script that got out of its realm would look for. */
function takeAway(): void {
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'navigator'])
    Reflect.deleteProperty(globalThis, name);
  for (const name of [
    'binding',
    '_linkedBinding',
    'dlopen',
    'getBuiltinModule',
    'env',
    'send',
    'kill',
    '_kill',
    'chdir',
  ])
    Reflect.defineProperty(process, name, { value: undefined, writable: false, configurable: false });
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  dgram.Socket.prototype.connect = refuse;
  Object.assign(dns, { lookup: refuse, resolve: refuse });
}

function run({ script, realm, job }: Start): void {
  const context = vm.createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: undefined,
  });
  // Gives one function that takes the texts of answers; nothing of this realm is handed to it but texts and this sender.
  const open = new vm.Script(realm, { filename: 'robot.js' }).runInContext(context) as (
    post: (text: string) => void,
    job: string,
    body: unknown,
  ) => (text: string) => void;
  const body = new vm.Script(`(async function (robot, input) { 'use strict';\n${script}\n})`, {
    filename: 'script.js',
    lineOffset: -1,
  }).runInContext(context) as unknown;
  const take = open((text) => void send?.({ kind: 'ask', text: String(text) }), JSON.stringify(job), body);
  process.on('message', (message: Answer) => {
    take(message.kind === 'stop' ? '{"stop":true}' : message.text);
  });
}

process.once('message', (message: Start) => {
  takeAway();
  try {
    run(message);
  } catch (error) {
    const { name, message: text } = error as Error;
    send?.({ kind: 'ask', text: JSON.stringify({ failed: `${name}: ${text}` }) });
  }
});
send?.({ kind: 'ready' });
