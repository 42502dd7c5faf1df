import type { Shortcut } from '@cusp/contract/profile.routes';
import { useEffect, useSyncExternalStore } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import { Watchers } from '../watchers.ts';

/** A command that is available on the current screen, by its keys or from the command palette. */
export interface Command {
  /** Its keys; without them it is only in the palette. */
  shortcut?: Shortcut;
  /** Its name in the palette, if it is not that of the shortcut. */
  label?: string;
  /** Moving between rows, for example, makes sense only by keys. */
  isInPalette?: boolean;
  /** Id of the case that it is about. */
  of?: number | undefined;
  /**
   * Decides whether its keys apply here and not to another part with the same shortcut; they do not if it returns
   * false.
   */
  isFirst?(): boolean;
  run(): void;
}

const mounted = new Set<() => readonly Command[]>();
/** All of them as they were last read; null after a change. */
let snapshot: readonly Command[] | null = null;
const watchers = new Watchers();

function changed(): void {
  snapshot = null;
  watchers.notify();
}

/** Offers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useLatest(() => commands);
  useEffect(changed);
  useEffect(() => {
    mounted.add(latest);
    changed();
    return () => {
      mounted.delete(latest);
      changed();
    };
  }, [latest]);
}

/** All available commands, those of the latest parts first. */
export function commandsNow(): readonly Command[] {
  snapshot ??= [...mounted].reverse().flatMap((latest) => latest());
  return snapshot;
}

/** The command that the keys of a shortcut trigger now. */
export function commandFor(shortcut: Shortcut): Command | undefined {
  const those = commandsNow().filter((command) => command.shortcut === shortcut);
  return those.find(({ isFirst }) => isFirst?.()) ?? those.find(({ isFirst }) => !isFirst);
}

/** How long a waiting command waits for its part to be shown. */
const OPENING_MS = 5000;

/** Runs a command of a case once that is shown, unless the person does something else first. */
export function runOnceShown(shortcut: Shortcut, of: number): void {
  const done = new AbortController();
  const unwatch = watchers.subscribe(() => {
    const command = commandsNow().find((each) => each.shortcut === shortcut && each.of === of);
    if (!command) return;
    done.abort();
    command.run();
  });
  done.signal.addEventListener('abort', unwatch);
  const timer = setTimeout(() => done.abort(), OPENING_MS);
  done.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const name of ['keydown', 'pointerdown'])
    addEventListener(name, () => done.abort(), { capture: true, signal: done.signal });
}

/** The same for a component, which renders again when they change: a case may arrive while the palette is open. */
export function useCommandsNow(): readonly Command[] {
  return useSyncExternalStore(watchers.subscribe, commandsNow);
}

/** Opens the palette, for the buttons that do so too; set while the shell is mounted. */
let openPalette: (() => void) | null = null;

export function setPaletteOpener(open: (() => void) | null): void {
  openPalette = open;
}

export const showPalette = (): void => openPalette?.();
