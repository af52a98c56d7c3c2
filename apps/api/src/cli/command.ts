// All tools of `pnpm marquee` use this file for help, options, dry runs and exit codes. Exit code 0 means done, 1
// failed and 2 wrong arguments.
import { parseArgs } from 'node:util';
import { explain } from './tool.ts';

/** Thrown when the arguments are wrong. Only the message is printed, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown for a failure that the operator can fix. Only the message is printed, and the exit code is 1. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

interface Option {
  /** The name of the option's value in the help. An option without a value is a flag. */
  value?: string;
  help: string;
}

export interface Input {
  args: string[];
  values: ReadonlyMap<string, string>;
  flags: ReadonlySet<string>;
  /** True with --dry-run: the command reads, prints the changes it would make, and writes nothing. */
  isDryRun: boolean;
}

export interface Command {
  /** The arguments as the help shows them, such as `ID…|all`. */
  args?: string;
  help: string;
  options?: Record<string, Option>;
  /** Whether the command changes data. Such a command has the option --dry-run. */
  writes?: boolean;
  /** The exact number of arguments, or the smallest and the largest number. */
  takes?: number | [min: number, max: number];
  /** @returns the exit code */
  run(input: Input): Promise<number>;
}

export interface Tool {
  /** The command that starts the tool, such as `pnpm marquee jobs`. */
  name: string;
  about: string;
  /** Commands by name. The command '' runs when no name is given. */
  commands: Record<string, Command>;
}

const DRY_RUN: Option = { help: 'print what would be done, and write nothing' };

/** Prints a result to standard output. All other texts go to standard error. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
export const say = (line: string): void => console.warn(line);

type Cell = string | number | Date | null;

/** Prints aligned columns. Prints dates as ISO 8601, without fractions of a second. */
export function printTable(head: string[], rows: Cell[][]): void {
  const texts = rows.map((row) =>
    row.map((cell) => (cell instanceof Date ? `${cell.toISOString().slice(0, 19)}Z` : String(cell ?? '–'))),
  );
  const widths = head.map((title, at) => Math.max(title.length, ...texts.map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...texts])
    print(
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

const optionsOf = ({ options = {}, writes = false }: Command): Record<string, Option> => ({
  ...options,
  ...(writes && { 'dry-run': DRY_RUN }),
});

export const columns = (rows: [left: string, right: string][]): string[] => {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const titleOf = ({ name }: Tool, command: string, { args = '' }: Command): string =>
  [name, command, args].filter(Boolean).join(' ');

export const describeTool = (tool: Tool): string =>
  [
    tool.about,
    '',
    'Usage:',
    ...columns(
      Object.entries(tool.commands).map(([name, command]) => [titleOf(tool, name, command), command.help]),
    ),
    '',
    `${tool.name} COMMAND --help shows the options of a command. Exit codes: 0 done, 1 failed, 2 used wrongly.`,
  ].join('\n');

function describeCommand(tool: Tool, name: string, command: Command): string {
  const options = Object.entries(optionsOf(command)).map(([option, { value, help }]): [string, string] => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  return [
    `Usage: ${titleOf(tool, name, command)}${options.length > 0 ? ' [options]' : ''}`,
    command.help,
    ...(options.length > 0 ? ['', 'Options:', ...columns(options)] : []),
  ].join('\n');
}

const isBadOption = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

function readInput(command: Command, given: string[]): Input & { isHelp: boolean } {
  const options = optionsOf(command);
  const { values, positionals: args } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(
        Object.entries(options).map(([name, { value }]) => [
          name,
          { type: value === undefined ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    },
  });
  const entries = Object.entries(values);
  return {
    args,
    isHelp: values.help === true,
    isDryRun: entries.some(([name, value]) => name === 'dry-run' && value === true),
    values: new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    flags: new Set(entries.flatMap(([name, value]) => (value === true ? [name] : []))),
  };
}

async function run(tool: Tool, given: string[]): Promise<number> {
  const [first = ''] = given;
  if (first === '--help' || first === '-h' || first === 'help') {
    print(describeTool(tool));
    return 0;
  }
  const isNamed = first !== '' && Object.hasOwn(tool.commands, first);
  const name = isNamed ? first : '';
  const command = tool.commands[name];
  if (!command) throw new UsageError(describeTool(tool));
  const { isHelp, ...input } = readInput(command, isNamed ? given.slice(1) : given);
  if (isHelp) {
    print(describeCommand(tool, name, command));
    return 0;
  }
  const { takes = 0 } = command;
  const [min, max] = typeof takes === 'number' ? [takes, takes] : takes;
  if (input.args.length < min || input.args.length > max)
    throw new UsageError(isNamed ? describeCommand(tool, name, command) : describeTool(tool));
  return command.run(input);
}

/** Runs a tool with the given arguments, and sets the exit code of the process. */
export async function runTool(tool: Tool, given: string[]): Promise<void> {
  try {
    process.exitCode = await run(tool, given);
  } catch (error) {
    const isUsage = error instanceof UsageError || isBadOption(error);
    const isExpected = isUsage || error instanceof ToolError;
    say(isExpected ? error.message : explain(error));
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** Reads a whole number from an option. @throws UsageError */
export function readNumber({ values }: Input, name: string, fallback: number, min: number): number {
  const given = values.get(name);
  if (given === undefined) return fallback;
  const value = Number(given);
  if (!/^\d{1,9}$/.test(given) || value < min)
    throw new UsageError(`--${name}: must be a whole number of at least ${min}`);
  return value;
}
