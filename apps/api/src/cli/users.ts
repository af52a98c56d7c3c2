// pnpm marquee users: shows, disables, enables, deletes and exports an account, and moves the end of its trial. Uses
// DATABASE_URL when set, otherwise the database under DATA_DIR, whether `npm start` is running or not.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createLogger } from '#src/core/log.ts';
import { createDeps } from '#src/deps.ts';
import { loadLocalEnv } from '#src/env.ts';
import { type Command, type Input, print, say, type Tool, ToolError } from './command.ts';
import { withDatabase } from './tool.ts';

type Deps = Awaited<ReturnType<typeof createDeps>>;
type User = NonNullable<Awaited<ReturnType<Deps['repos']['operators']['findUser']>>>;

const WHO = 'ID|EMAIL';

/** Runs the work with the user that the first argument names. */
function withUser(
  { args: [who = ''] }: Input,
  work: (user: User, deps: Deps) => Promise<number>,
): Promise<number> {
  const env = loadLocalEnv();
  return withDatabase({ say, poolSize: 1 }, async (_prisma, url) => {
    const log = createLogger(env);
    log.level = 'warn';
    const deps = await createDeps({ ...env, DATABASE_URL: url }, log);
    try {
      const user = await deps.repos.operators.findUser(
        /^[1-9]\d{0,8}$/.test(who) ? { id: Number(who) } : { email: who },
      );
      if (!user) throw new ToolError('There is no user with this id or address');
      return await work(user, deps);
    } finally {
      await deps.close();
    }
  });
}

const show: Command = {
  args: WHO,
  help: 'the account in a few lines',
  takes: 1,
  run: (input) =>
    withUser(input, async (user) => {
      const plan = user.plan?.planId ?? 'none';
      print(`user      ${user.id}  ${user.email}${user.emailVerifiedAt === null ? ' (not proven)' : ''}`);
      print(`name      ${user.displayName}`);
      print(`since     ${user.createdAt.toISOString()}`);
      print(`disabled  ${user.disabledAt?.toISOString() ?? 'no'}`);
      print(`trial     ${user.trialEndsAt?.toISOString() ?? 'none'}`);
      print(
        `plan      ${[plan, user.subscriptionProcessor, user.subscriptionStatus].filter(Boolean).join(' ')}`,
      );
      print(`data      ${user._count.ratings} ratings, ${user._count.lists} lists`);
      return 0;
    }),
};

const setDisabled = (help: string, disabled: boolean): Command => ({
  args: WHO,
  help,
  writes: true,
  takes: 1,
  run: (input) =>
    withUser(input, async (user, { repos }) => {
      const done = disabled ? 'disabled' : 'enabled';
      if ((user.disabledAt !== null) === disabled) print(`User ${user.id} is ${done} already`);
      else if (input.isDryRun) print(`User ${user.id} would be ${done}`);
      else {
        await repos.operators.setDisabled(user.id, disabled ? new Date() : null);
        print(`User ${user.id} is ${done}`);
      }
      return 0;
    }),
});

const moveTrial: Command = {
  args: WHO,
  help: 'move the end of the trial',
  writes: true,
  options: { until: { value: 'TIME', help: 'the new end, for example 2027-01-31 or 2027-01-31T18:00:00Z' } },
  takes: 1,
  run: (input) => {
    const end = new Date(input.values.get('until') ?? '');
    if (Number.isNaN(end.getTime())) throw new ToolError('--until must be a date or a time (ISO 8601)');
    return withUser(input, async ({ id }, { repos }) => {
      const moved = `to ${end.toISOString()}`;
      if (input.isDryRun) print(`The trial of user ${id} would be moved ${moved}`);
      else {
        await repos.operators.setTrialEnd(id, end);
        print(`The trial of user ${id} is moved ${moved}`);
      }
      return 0;
    });
  },
};

const erase: Command = {
  args: WHO,
  help: 'erase the account and its data, and mail the user about it',
  writes: true,
  takes: 1,
  run: (input) =>
    withUser(input, async ({ id, _count: { ratings, lists, interactions } }, { services }) => {
      const data = `${ratings} ratings, ${lists} lists and ${interactions} followed links`;
      if (input.isDryRun) print(`User ${id} would be deleted with ${data}`);
      else {
        await services.deletion.erase({ userId: id });
        print(`User ${id} is deleted with ${data}`);
      }
      return 0;
    }),
};

const exportData: Command = {
  args: WHO,
  help: 'all stored data of the user as JSON',
  options: {
    out: { value: 'FILE', help: 'write to this file, readable by you only, instead of the output' },
  },
  takes: 1,
  run: (input) =>
    withUser(input, async (user, { services }) => {
      const data = await services.exports.exportUser({ userId: user.id });
      const file = input.values.get('out');
      if (file === undefined) await pipeline(data, process.stdout, { end: false });
      else {
        await pipeline(data, createWriteStream(file, { mode: 0o600, flags: 'wx' })).catch((error: Error) => {
          throw new ToolError(`${file}: cannot be written (${error.message})`);
        });
        say(`Wrote ${file}`);
      }
      return 0;
    }),
};

export const tool: Tool = {
  name: 'pnpm marquee users',
  about: 'Shows, disables, enables, deletes and exports an account, and moves the end of its trial.',
  commands: {
    show,
    disable: setDisabled('refuse every call and login of the user; the data stays', true),
    enable: setDisabled('take the refusal back', false),
    trial: moveTrial,
    delete: erase,
    export: exportData,
  },
};
