import type { KeyboardEvent } from 'react';

/** The key code of every key that an input method has taken. */
const TAKEN = 229;

/**
 * Returns whether Enter was pressed, and not to end the composition of an input method, as who writes Japanese or Chinese
 * does after each word. Safari sends that Enter after the composition has ended, so its key code has to tell.
 */
export const isEnter = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && nativeEvent.keyCode !== TAKEN;
