import type { ShortcutSettings } from '@cusp/contract/identity';
import type { Shortcut } from '@cusp/contract/profile.routes';
import { useEffect } from 'react';
import { currentSession, useUser } from '../session/session-store.ts';
import { isSmallScreen } from '../small-screen.ts';
import { commandFor, setPaletteOpener } from './commands.ts';
import { keyOf, keysOf, keyWithCtrl, printed, shortcutFor } from './keys.ts';

/** Timeout of the second key of a shortcut. */
const SECOND_KEY_MS = 1500;

const TYPES =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable], ' +
  '[role=dialog], [role=menu], [role=listbox], [role=application]';

/** Whether keys have another meaning there: in text, a menu, or a dialog above the page. */
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(TYPES) !== null) ||
  document.querySelector('[role=dialog][aria-modal=true]') !== null;

function settingsNow(): ShortcutSettings | null {
  const session = currentSession();
  return 'user' in session ? session.user.settings.shortcuts : null;
}

/**
 * Runs the commands of shortcuts, and opens the palette with Ctrl or Cmd and K. The palette also works while single
 * keys are switched off (WCAG 2.1.4 is about single keys). Mount once.
 */
export function useKeyboard(openPalette: () => void): void {
  useEffect(() => {
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      first = '';
      clearTimeout(timer);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (keyWithCtrl(event) === 'k') {
        if (document.querySelector('[role=dialog][aria-modal=true]')) return;
        event.preventDefault();
        return openPalette();
      }
      const settings = settingsNow();
      const key = keyOf(event);
      if (!settings?.on || !key || isTaken(event.target)) return;
      const pressed = first ? `${first} ${key}` : key;
      const found = shortcutFor(pressed, settings) ?? shortcutFor(key, settings);
      forget();
      if (found === 'beginning') {
        first = key;
        timer = setTimeout(forget, SECOND_KEY_MS);
        return;
      }
      const command = found && commandFor(found.shortcut);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    // On the window, whose listeners come after those of the document: a menu of Mantine closes at a key that is pressed
    // elsewhere, and would close at the very key that opens it as a shortcut.
    addEventListener('keydown', onKeyDown);
    setPaletteOpener(openPalette);
    // Ctrl or Cmd and K, pressed before this code was loaded (`server/src/platform/http/early-keys.ts`).
    if (Reflect.get(globalThis, 'takeEarlyKey')?.()) openPalette();
    return () => {
      forget();
      setPaletteOpener(null);
      removeEventListener('keydown', onKeyDown);
    };
  }, [openPalette]);
}

const hasKeyboard = () => !matchMedia('(hover: none)').matches && !isSmallScreen();

/** The keys of a shortcut as printed on them, '' on touch and small screens and while single keys are switched off. */
export function useKeys(shortcut: Shortcut): string {
  const { shortcuts } = useUser().settings;
  return shortcuts.on && hasKeyboard() ? printed(keysOf(shortcut, shortcuts)) : '';
}

/** A hint with its shortcut, `Download all (D)`. */
export const withShortcut = (hint: string, keys: string): string => (keys ? `${hint} (${keys})` : hint);
