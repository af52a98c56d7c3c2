// The only module that reads process.env. Command-line flags override variables.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { StripeEmulatorOptions } from './index.ts';

const NAMES = [
  'port',
  'host',
  'public-origin',
  'allowed-hosts',
  'state-file',
  'webhook-url',
  'webhook-secret',
  'secret-key',
  'retry-days',
  'after-retries',
] as const;
type Name = (typeof NAMES)[number];

const days = z.string().regex(/^\d+(,\d+)*$/, 'must be days with commas, such as 1,3,5,7');
const settings = z.object({
  port: z.coerce.number().int().min(0).max(65_535).optional(),
  host: z.string().optional(),
  'public-origin': z.url().optional(),
  'allowed-hosts': z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .optional(),
  'state-file': z.string().optional(),
  'webhook-url': z.url().optional(),
  'webhook-secret': z.string().optional(),
  'secret-key': z.string().optional(),
  'retry-days': days.transform((text) => text.split(',').map(Number)).optional(),
  'after-retries': z.enum(['cancel', 'mark_unpaid', 'leave_past_due']).optional(),
});

const variableOf = (name: Name): string => `STRIPE_EMULATOR_${name.toUpperCase().replaceAll('-', '_')}`;

/** Returns the variable, else the content of the file that `<variable>_FILE` names, as for container secrets. */
function readVariable(environment: NodeJS.ProcessEnv, variable: string): string | undefined {
  const file = environment[`${variable}_FILE`];
  return environment[variable] ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim());
}

/** Reads the settings of the start command. The message of an error names the invalid flag. */
export function readOptions(
  args: string[],
  environment: NodeJS.ProcessEnv = process.env,
): StripeEmulatorOptions {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }])),
  });
  const given = Object.fromEntries(
    NAMES.map((name) => [name, values[name] ?? readVariable(environment, variableOf(name))]),
  );
  const result = settings.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`--${String(issue?.path[0])}: ${issue?.message}`);
  }
  const { 'webhook-url': url, 'webhook-secret': secret, ...rest } = result.data;
  if ((url === undefined) !== (secret === undefined)) {
    throw new Error('--webhook-url and --webhook-secret go together');
  }
  return {
    port: rest.port,
    host: rest.host,
    publicOrigin: rest['public-origin'],
    allowedHosts: rest['allowed-hosts'],
    stateFile: rest['state-file'],
    webhooks: url !== undefined && secret !== undefined ? [{ url, secret }] : [],
    secretKey: rest['secret-key'],
    retryDays: rest['retry-days'],
    afterRetries: rest['after-retries'],
  };
}
