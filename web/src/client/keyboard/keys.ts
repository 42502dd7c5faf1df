import type { ShortcutSettings } from '@cusp/contract/identity';
import { SHORTCUT_KEYS, SHORTCUTS, type Shortcut } from '@cusp/contract/profile.routes';

const USUAL: Record<Shortcut, string> = {
  help: '?',
  search: '/',
  dashboard: 'g d',
  cases: 'g c',
  inbox: 'g i',
  newCase: 'g n',
  next: 'j',
  previous: 'k',
  open: 'o',
  move: 'm',
  comment: 'c',
  status: 's',
  assignee: 'a',
  download: 'd',
  upload: 'u',
};

/** The keys of a shortcut, `g d` for two pressed one after the other. */
export const keysOf = (shortcut: Shortcut, settings: ShortcutSettings): string =>
  settings.keys[shortcut] ?? USUAL[shortcut];

/** The settings after a shortcut got these keys; default keys are not stored. */
export function withKeys(settings: ShortcutSettings, shortcut: Shortcut, keys: string): ShortcutSettings {
  const { [shortcut]: _, ...others } = settings.keys;
  return { ...settings, keys: keys === USUAL[shortcut] ? others : { ...others, [shortcut]: keys } };
}

/** The shortcut that these keys already belong to, or that begins with the same key; undefined if they are free. */
export function takenBy(keys: string, shortcut: Shortcut, settings: ShortcutSettings): Shortcut | undefined {
  return SHORTCUTS.find((other) => {
    const theirs = keysOf(other, settings);
    return (
      other !== shortcut &&
      (theirs === keys || theirs.startsWith(`${keys} `) || keys.startsWith(`${theirs} `))
    );
  });
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The key of a press in the notation of shortcuts; null for presses that cannot be one. On keyboards of another script,
 * letters are taken from the position of the key, because Hangul is typed on the same keys.
 */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  const isAscii = key.length === 1 && key > ' ' && key <= '~';
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (!isAscii) return (shiftKey ? undefined : letter) ?? null;
  if (/[a-z]/i.test(key)) return shiftKey ? null : key.toLowerCase();
  return SHORTCUT_KEYS.test(key) ? key : null;
}

/** The letter that is pressed with Ctrl or Cmd and no other key, found like those of shortcuts; null for other presses. */
export function keyWithCtrl({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (shiftKey || !(ctrlKey || metaKey)) return null;
  return keyOf({ key, code, ctrlKey: false, metaKey: false, altKey, shiftKey });
}

/**
 * How `pressed` relates to the shortcuts: one of them, the beginning of one, or neither. The person's own keys take
 * precedence over default ones, which may be those of a newer shortcut.
 */
export function shortcutFor(
  pressed: string,
  settings: ShortcutSettings,
): { shortcut: Shortcut } | 'beginning' | null {
  const isOwn = (shortcut: Shortcut) => settings.keys[shortcut] !== undefined;
  for (const shortcuts of [SHORTCUTS.filter(isOwn), SHORTCUTS.filter((each) => !isOwn(each))]) {
    const shortcut = shortcuts.find((each) => keysOf(each, settings) === pressed);
    if (shortcut) return { shortcut };
    if (shortcuts.some((each) => keysOf(each, settings).startsWith(`${pressed} `))) return 'beginning';
  }
  return null;
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The keys that open the command palette, as printed on them. */
export function paletteKeys(): string {
  if (isMac()) return '⌘ K';
  return document.documentElement.lang === 'de' ? 'Strg K' : 'Ctrl K';
}

/** Keys as printed on them. */
export const printed = (keys: string): string => keys.toUpperCase();
