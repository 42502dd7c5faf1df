import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { readPreference, writePreference } from '../ui/cookies.ts';

/** A cookie, so that the server can render the right scheme before any script runs. */
const COOKIE = 'cusp_scheme';

const isScheme = (value: string | null): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

function stored(): MantineColorScheme | null {
  const value = readPreference(COOKIE);
  return isScheme(value) ? value : null;
}

/** Light, dark, or following the system. The choice is kept in this browser and synced to its other tabs. */
export function colorSchemeManager(): MantineColorSchemeManager {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(COOKIE);
  return {
    get: (fallback) => stored() ?? fallback,
    set(value) {
      writePreference(COOKIE, value);
      channel?.postMessage(value);
    },
    subscribe(onUpdate) {
      if (channel) channel.onmessage = ({ data }) => isScheme(data) && onUpdate(data);
    },
    unsubscribe() {
      if (channel) channel.onmessage = null;
    },
    clear() {
      channel?.postMessage('auto');
    },
  };
}

/** Prints in the light scheme because paper is white. */
export function printLight(): void {
  const { dataset } = document.documentElement;
  let shown: string | undefined;
  addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'light';
  });
  addEventListener('afterprint', () => {
    if (shown) dataset.mantineColorScheme = shown;
  });
}
