import type { Settings } from '../platform/config/index.ts';
import type { Database } from '../platform/db/database.ts';
import { StartupError } from '../platform/errors/startup-error.ts';

/** A text of the console in both languages. */
export type Words = { zh: string; en: string };

/** Writes lines to the console. */
export type Say = (...lines: readonly string[]) => void;

/** What a command was called with, as it also travels to a running process. */
export type Requested = {
  name: string;
  /** The value after the name, such as a file; undefined when there is none. */
  operand: string | undefined;
  /** Names of the options that were given. */
  options: readonly string[];
  /** Answers to the questions of the command, by name. */
  answers: Readonly<Record<string, string>>;
};

/** What a command runs with. */
export type CommandInput = Requested & {
  settings: Settings;
  say: Say;
  /** Runs `work` with the database of this installation: opened for it, or the one that the running process has open. */
  withDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>;
  /** The product itself runs the command: its embedded database is in use. */
  inProduct: boolean;
};

/** How a command ended: the exit code of the process, or that the product starts now. */
export type Outcome = number | 'start';

/** One command of the product; this declaration is its only one: console, help and document are made from it. */
export type Command = Words & {
  name: string;
  /** The value after the name. */
  operand?: Words & { word: string; required: boolean };
  options?: readonly (Words & { name: string })[];
  /** Also an option of the start, as `--name` or `--name=value`. */
  asOption?: true;
  /** With the embedded database a running product runs it, so that nothing has to be stopped. */
  whileRunning?: true;
  /** Asks on the console what the command needs; runs before the command itself. */
  ask?: () => Promise<(requested: Requested) => Promise<Record<string, string>>>;
  load: () => Promise<(input: CommandInput) => Promise<Outcome>>;
};

const refuse = (zh: string, en: string): StartupError =>
  new StartupError(`${zh}；用 help 查看所有命令。`, `${en}; "help" lists all commands.`);

/** The arguments that a command leaves to the start of the product. */
const isOfStart = (arg: string): boolean => arg.startsWith('--role=');

/** `--name=value` or `--name` of a command that is also an option of the start, as the words of the command. */
function asWords(commands: readonly Command[], arg: string): string[] {
  const [, name = '', , value] = /^--([a-z-]+)(=(.*))?$/s.exec(arg) ?? [];
  if (!commands.some((command) => command.name === name && command.asOption === true)) return [arg];
  return value === undefined ? [name] : [name, value];
}

/**
 * Reads the arguments of the process: `<command> [value] [--option]`, or the options of the start that are commands.
 * Undefined when the product is to be started. Throws StartupError for what no command declares.
 */
export function parseCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command; requested: Requested } | undefined {
  const words = args.filter((arg) => !isOfStart(arg)).flatMap((arg) => asWords(commands, arg));
  const [name, ...values] = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/^-{1,2}/, ''));
  const wantsHelp = options.includes('help') || options.includes('h');
  const command = commands.find((one) => one.name === (wantsHelp ? 'help' : name));
  if (command === undefined) {
    if (name !== undefined) throw refuse(`没有命令“${name}”`, `There is no command "${name}"`);
    if (options[0] !== undefined) throw refuse(`没有选项“${options[0]}”`, `There is no option "${options[0]}"`);
    return undefined;
  }
  if (wantsHelp) return { command, requested: { name: 'help', operand: name, options: [], answers: {} } };
  const known = (command.options ?? []).map((option) => option.name);
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined)
    throw refuse(`命令 ${command.name} 没有选项“${unknown}”`, `The command ${command.name} has no option "${unknown}"`);
  const operand = command.operand;
  const extra = values[operand === undefined ? 0 : 1];
  if (extra !== undefined)
    throw refuse(`命令 ${command.name} 不接受“${extra}”`, `The command ${command.name} does not take "${extra}"`);
  if (operand?.required === true && (values[0] ?? '') === '')
    throw refuse(
      `命令 ${command.name} 需要 ${operand.word}（${operand.zh}）`,
      `The command ${command.name} needs ${operand.word} (${operand.en})`,
    );
  return { command, requested: { name: command.name, operand: values[0], options, answers: {} } };
}

/** How a command is written on the console, without the name of the program. */
export const usageOf = ({ name, operand, options = [] }: Command): string =>
  [
    name,
    ...(operand === undefined ? [] : [operand.required ? operand.word : `[${operand.word}]`]),
    ...options.map((option) => `[--${option.name}]`),
  ].join(' ');
