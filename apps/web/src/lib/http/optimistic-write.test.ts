import { ApiError } from '@marquee/contracts/client';
import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { toastStore } from '#src/lib/screen/toast.ts';
import { writeOptimistically } from './optimistic-write.ts';

const offline = () => Promise.reject(new ApiError(0, {}));

/** Makes a switch for the screen and a log of the values that are sent to the server. */
function makeSwitch() {
  const state = { shown: 'off', sent: [] as string[] };
  const patch = () => {
    state.shown = 'on';
    return () => {
      state.shown = 'off';
    };
  };
  return { state, patch };
}

it('writeOptimistically shows the change before it is saved, and keeps it after saving', async () => {
  const { state, patch } = makeSwitch();
  const writing = writeOptimistically({ scope: 'a', patch, save: async () => 7, done: 'It is on.' });
  expect([state.shown, toastStore.read()?.text]).toEqual(['on', 'It is on.']);
  expect(await writing).toBe(7);
  expect(state.shown).toBe('on');
});

it('writeOptimistically reverts the change and shows the failure text when saving fails', async () => {
  const { state, patch } = makeSwitch();
  expect(await writeOptimistically({ scope: 'a', patch, save: offline, failure: 'Not saved.' })).toBeNull();
  expect(state.shown).toBe('off');
  expect(toastStore.read()).toMatchObject({ text: 'Not saved.', tone: 'failure' });
});

it('writeOptimistically rethrows the error when no failure text is given', async () => {
  const { state, patch } = makeSwitch();
  await expect(writeOptimistically({ scope: 'a', patch, save: offline })).rejects.toThrow(ApiError);
  expect(state.shown).toBe('off');
});

it('Undo of writeOptimistically reverts the change at once, and saves the opposite after the first save', async () => {
  const { state, patch } = makeSwitch();
  const first = Promise.withResolvers<number>();
  const settled = vi.fn();
  const writing = writeOptimistically({
    scope: 'a',
    patch,
    save: () => first.promise,
    done: 'It is on.',
    undo: { save: async (saved) => state.sent.push(`undo ${saved}`), failure: 'Not undone.' },
    settled,
  });
  toastStore.read()?.undo?.();
  expect([state.shown, state.sent]).toEqual(['off', []]);
  first.resolve(7);
  await writing;
  await waitFor(() => expect(settled).toHaveBeenCalledTimes(2));
  expect([state.shown, state.sent]).toEqual(['off', ['undo 7']]);
});

it('writeOptimistically shows the change again when Undo fails', async () => {
  const { state, patch } = makeSwitch();
  await writeOptimistically({
    scope: 'a',
    patch,
    save: async () => 7,
    saved: 'It is on.',
    undo: { save: offline, failure: 'Not undone.' },
  });
  toastStore.read()?.undo?.();
  expect(state.shown).toBe('off');
  await waitFor(() => expect(toastStore.read()?.text).toBe('Not undone.'));
  expect(state.shown).toBe('on');
});

it('writeOptimistically sends the writes of one scope in order', async () => {
  const { state, patch } = makeSwitch();
  const slow = Promise.withResolvers<void>();
  const write = (name: string, wait?: Promise<void>) =>
    writeOptimistically({
      scope: 'a',
      patch,
      save: async () => {
        await wait;
        state.sent.push(name);
      },
    });
  const both = Promise.all([write('first', slow.promise), write('second')]);
  slow.resolve();
  await both;
  expect(state.sent).toEqual(['first', 'second']);
});

it('a page that is left sends the writes that wait for an earlier one at once', async () => {
  const { state, patch } = makeSwitch();
  const slow = Promise.withResolvers<void>();
  const write = (name: string, wait?: Promise<void>) =>
    writeOptimistically({
      scope: 'a',
      patch,
      save: async () => {
        state.sent.push(name);
        await wait;
      },
    });
  const both = Promise.all([write('first', slow.promise), write('second')]);
  await waitFor(() => expect(state.sent).toEqual(['first']));
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(state.sent).toEqual(['first', 'second']));
  slow.resolve();
  await both;
});
