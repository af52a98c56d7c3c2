import type { Session, Subscription } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { HOUR } from '../core/periods.ts';
import type { World } from '../core/world.ts';
import { endTrial, periodEndOf, REMINDER, remindOfTrialEnd, renew } from './renew.ts';
import { dropPendingUpdate, endSubscription, expireIncomplete, payAndSettle } from './settle.ts';

/** Stripe expires a subscription whose first invoice is not paid within 23 hours. */
const INCOMPLETE_LIFE = 23 * HOUR;

interface Task {
  at: number;
  run: () => void;
}

export function expireSession(world: World, session: Session): Session {
  const expired = change(world, 'sessions', session, { status: 'expired', url: null });
  emit(world, 'checkout.session.expired', expired);
  return expired;
}

function trialTasks(world: World, subscription: Subscription): Task[] {
  const { id, trial_end: end } = subscription;
  if (subscription.status !== 'trialing' || end === null) return [];
  const reminded = world.store.find('subscription_notes', id)?.reminded_for === end;
  const reminder = { at: end - REMINDER, run: () => remindOfTrialEnd(world, id) };
  return [...(reminded ? [] : [reminder]), { at: end, run: () => endTrial(world, id, end) }];
}

const RENEWING = new Set(['active', 'past_due', 'unpaid']);

function subscriptionTasks(world: World, subscription: Subscription): Task[] {
  const { id, status, cancel_at, created, pending_update } = subscription;
  const tasks = trialTasks(world, subscription);
  if (status === 'incomplete') {
    tasks.push({ at: created + INCOMPLETE_LIFE, run: () => expireIncomplete(world, id) });
  }
  if (pending_update) tasks.push({ at: pending_update.expires_at, run: () => dropPendingUpdate(world, id) });
  const runs = RENEWING.has(status) || status === 'trialing' || status === 'paused';
  if (runs && cancel_at !== null && !subscription.cancel_at_period_end) {
    tasks.push({ at: cancel_at, run: () => endSubscription(world, id, null) });
  }
  if (RENEWING.has(status)) tasks.push({ at: periodEndOf(subscription), run: () => renew(world, id) });
  return tasks;
}

function tasksOf(world: World): Task[] {
  const { store } = world;
  const sessions = store
    .list('sessions')
    .filter(({ status }) => status === 'open')
    .map((session) => ({ at: session.expires_at, run: () => void expireSession(world, session) }));
  const retries = store
    .list('invoices')
    .filter(({ status }) => status === 'open')
    .flatMap(({ id, next_payment_attempt: at }) => {
      const options = { offSession: true, authenticated: false, retries: true };
      return at === null ? [] : [{ at, run: () => void payAndSettle(world, id, options) }];
    });
  return [
    ...sessions,
    ...retries,
    ...store.list('subscriptions').flatMap((one) => subscriptionTasks(world, one)),
  ];
}

/** Runs every task due until `time`, oldest first. During a task the clock returns the task's due time. */
export function runDue(world: World, time: number): void {
  const start = world.clock.now();
  let latest = 0;
  for (;;) {
    const next = tasksOf(world).reduce<Task | null>(
      (first, task) => (first === null || task.at < first.at ? task : first),
      null,
    );
    if (next === null || next.at > time) return;
    // The clock must not go back. A task that was overdue before this call runs at the time of the call.
    latest = Math.max(latest, Math.min(start, time), next.at);
    world.clock.at(latest, next.run);
  }
}

/** Moves the clock forward and runs the tasks that become due. */
export function advance(world: World, seconds: number): void {
  runDue(world, world.clock.now() + seconds);
  world.clock.advance(seconds);
}
