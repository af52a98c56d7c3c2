import { columns, print, runTool, say, type Tool } from './command.ts';

/** The tools by name. A tool is loaded when it runs, because each one loads a different part of the API. */
const tools: Record<string, () => Promise<{ tool: Tool }>> = {
  catalogue: () => import('./catalogue.ts'),
  plans: () => import('./plans.ts'),
  recommender: () => import('./recommender.ts'),
  users: () => import('./users.ts'),
  jobs: () => import('./jobs.ts'),
  retention: () => import('./retention.ts'),
  backup: () => import('./backup.ts'),
  doctor: () => import('./doctor.ts'),
  database: () => import('./database.ts'),
  secrets: () => import('./secrets.ts'),
  push: () => import('./push.ts'),
};

async function describeTools(): Promise<string> {
  const rows: [string, string][] = [];
  for (const [name, load] of Object.entries(tools)) rows.push([name, (await load()).tool.about]);
  return [
    'Usage: pnpm marquee TOOL [COMMAND] [options]',
    '',
    ...columns(rows),
    '',
    'pnpm marquee TOOL --help shows the commands of a tool.',
  ].join('\n');
}

/** Runs the tool that the first argument names, and sets the exit code of the process. */
export async function runMarquee([name = '', ...args]: string[]): Promise<void> {
  const load = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (load) return runTool((await load()).tool, args);
  const isHelp = ['help', '--help', '-h'].includes(name);
  (isHelp ? print : say)(await describeTools());
  process.exitCode = isHelp ? 0 : 2;
}
